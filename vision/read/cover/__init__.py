"""What covers the board or shades it: hands, things that were laid down, shadows."""
