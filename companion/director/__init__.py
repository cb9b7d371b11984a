"""The director of a stream: it follows a table as any viewer does and tells OBS Studio what to show."""
