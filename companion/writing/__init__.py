"""Letters of every script that can be shown: their order on a line, how they join, and the font that has them."""
