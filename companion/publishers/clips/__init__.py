"""Clips: the last seconds before a disputed or a winning play, as short films in the data folder."""
