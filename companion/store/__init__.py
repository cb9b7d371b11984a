"""The durable record: an append-only event log on disk."""
