"""One file for a report of a fault: a maintainer's facts about this table, and nothing that belongs to the family."""
