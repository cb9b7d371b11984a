"""Turns snapshots into view models for the screens, and taps into commands.  Plain Python, no toolkit."""
