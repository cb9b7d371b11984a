"""Publishers show accepted state outside the program: the broker, the gateway for viewers, their page."""
