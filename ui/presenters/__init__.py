"""From snapshots to what a screen shows, and from taps to commands.  Plain Python, no toolkit."""
