"""One file for a report of a fault: what a maintainer needs of this table, and nothing that belongs to the family."""
