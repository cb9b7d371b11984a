"""What is wrong with this table and what to do about it: small checks of everything that it stands on."""
