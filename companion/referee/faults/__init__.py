"""Why a placement is a fault: the card, the scene, what was played of it, and what was done wrong."""
