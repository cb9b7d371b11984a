"""What happened, as an audience hears it: one sentence an event at most, in every language."""
