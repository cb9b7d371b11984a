"""The server for viewers: a process of its own that speaks MQTT 3.1.1 to them, from memory alone.

The broker behind it never meets a viewer, so no viewer can fill its store or take its table's time.
"""
