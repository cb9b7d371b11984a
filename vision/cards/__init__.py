"""Recognises the top card of a pile beside the board: from pictures of the faces to a proposal, or to none."""
