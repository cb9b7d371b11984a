"""Why a placement is a fault: the card, the scene, the play that was made or begun, and the fault beside it."""
