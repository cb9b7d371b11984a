"""The director of a stream: it follows a table like any viewer and directs OBS Studio."""
