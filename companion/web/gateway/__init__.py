"""The server for viewers: beside the table it speaks MQTT 3.1.1 to them, from memory alone.

The broker behind it never meets a viewer, so no viewer can fill its store or take its table's time.
"""
