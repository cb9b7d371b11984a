"""Recordings with known truth are measured here, and tables shown as the reader sees them."""
