"""The virtual camera: where it stands, and how board, ground, pawns and hands look from there."""
