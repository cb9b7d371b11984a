"""A game from first deal to result, as events: `decide(state, command)`, `evolve(state, event)`.  Pure."""
