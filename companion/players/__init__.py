"""Computer players: they see their own hand and what lies open on the table, never another hand."""
