"""A board of one's own in the making: its steps, the taps on its photograph, and the words for both."""
