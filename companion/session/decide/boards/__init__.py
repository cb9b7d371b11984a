"""What a board that was seen means: a play, a doubt, a question, or an accusation and its grounds."""
