"""The serial protocol: packets, and the messages in them."""
