"""A table as a device of Home Assistant: discovery by retained messages, states, events, a picture, buttons."""
