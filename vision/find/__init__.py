"""Where the board is: its markers, print and outline in a picture, and the pose that takes millimetres to pixels."""
