"""What is wrong with what lies on the board, by the rule that was broken."""
