"""The head of a game as text: four players, the red pawn five fields on its way.

Format: docs/reference/formats/pawtrack.md.
"""

HEAD = """[Pawtrack "1"]
[Game "g"]
[Board "black_dog"]
[Player "red" "Anna"]
[Player "yellow" "Ben"]
[Player "green" "Carla"]
[Player "blue" "David"]
[First "0"]
[Dealer "3"]
[Cards "not counted"]
[Position "v1 black_dog 4 turn=0 teams=0,1,0,1 0:k,k,k,5 1:k,k,k,13 2:k,k,k,32 3:k,k,k,48 dog=40 wheel=0"]
"""
