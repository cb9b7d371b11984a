"""The page for spectators: a small web server and a static page that draws what it hears over MQTT."""
