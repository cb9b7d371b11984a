"""The page for spectators: a small web server and a static page that draws the messages that it gets over MQTT."""
