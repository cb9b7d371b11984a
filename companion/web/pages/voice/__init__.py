"""The commentary spoken for viewers, as sound from the page's server."""
