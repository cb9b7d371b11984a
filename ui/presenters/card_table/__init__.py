"""The play screen of a game of cards alone as plain values: what lies on the table, and what a tap means."""
