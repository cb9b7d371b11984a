"""What is said on the line: packets, and the messages in them."""
