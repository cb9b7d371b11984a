"""The commentary spoken for viewers, as sound that the page's server gives away."""
