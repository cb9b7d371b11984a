"""A visitor at the simulated table: one seat of a demo that a person plays."""
