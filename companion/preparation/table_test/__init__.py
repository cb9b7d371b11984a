"""The camera's part in the test of a table: pictures read and measured, certificates and placements kept."""
