"""Reads every spot of a board with a known pose: pawns and their colours, the disc, occluders."""
