"""Everything drawn by hand: icons, card pictograms, pawns and the board, as pictures that need no toolkit."""
