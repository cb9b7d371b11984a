"""What viewers are sent: the topics of MQTT and their payloads."""
