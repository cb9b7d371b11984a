"""The board that is drawn and tapped, and the last play enlarged."""
