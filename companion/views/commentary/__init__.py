"""Events as an audience hears them: one sentence an event at most, in every language."""
