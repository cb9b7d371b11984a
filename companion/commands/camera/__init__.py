"""Commands that look through the camera (boards, decks, calibration, certification of a table), or feel the wheel."""
