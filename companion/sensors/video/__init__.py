"""Pictures of the table for viewers."""
