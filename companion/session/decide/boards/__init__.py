"""The meaning of a seen board: a play, a doubt, a question, or an accusation and its grounds."""
