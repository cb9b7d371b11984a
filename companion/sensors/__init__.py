"""Sensors observe the table: each module is one sensor that posts commands."""
