"""The built-in table: players, pawns, hands, a virtual camera and a simulated wheel, for a machine without a real one."""
