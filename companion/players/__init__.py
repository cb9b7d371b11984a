"""Computer players: they see their own hand and the open cards, never another hand."""
