"""The tablet's own widgets, drawn by hand; layout and colours in `widgets.kv`."""
