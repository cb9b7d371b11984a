"""Commands that look through the camera (boards, decks of cards, calibration, certification of a table), or feel the wheel."""
