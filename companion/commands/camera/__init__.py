"""Commands that use the camera (boards, decks, calibration, certification of a table), or the wheel."""
