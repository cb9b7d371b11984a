"""From snapshots to what a screen shows: strings, colours, enabled buttons, and from taps to commands.  Plain Python."""
