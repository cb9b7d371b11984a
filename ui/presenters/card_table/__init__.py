"""The play screen of a game of cards alone as plain values: the cards on the table, and the meaning of a tap."""
