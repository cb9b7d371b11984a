"""The messages to viewers: the topics of MQTT and their payloads."""
