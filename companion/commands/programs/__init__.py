"""Programs that answer a line of JSON with a line: `plays`, `judge`, `position` and `actions`."""
