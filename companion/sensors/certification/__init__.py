"""What the test of a table needs of the camera: pictures read and measured, certificates and placements kept."""
