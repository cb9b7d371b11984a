"""What viewers connect to: a process of its own that speaks MQTT 3.1.1 to viewers, from memory alone.

The broker behind it never meets a viewer, so nothing a viewer does can fill its store or take its table's time.
"""
