"""The faults of this table and their cures: small checks of everything that it depends on."""
