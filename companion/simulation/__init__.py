"""The built-in table: players, pawns, hands and a virtual camera, for a machine without real ones."""
