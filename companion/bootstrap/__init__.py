"""The only place that builds a table: the store, and whatever sensors and publishers are found plugged into it."""
