"""A board of one's own in the making: its steps, what was tapped on its photograph, and the words for both."""
