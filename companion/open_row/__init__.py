"""The card games of the family that are played without a board: an open row to buy from, and rows from 1 to 14.

Law: pure like `companion.rules`, and independent of it; chance comes in as the order of shuffled cards.
"""
