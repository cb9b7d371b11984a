"""What tells the world: each module shows accepted state to somebody."""
