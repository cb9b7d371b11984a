"""The only place that builds a table: the store, and all installed sensors and publishers."""
