"""The durable record: events in SQLite, never changed, never overwritten."""
