"""Table recordings rendered by Mitsuba 3, with boards, lights, lenses and pawns that training knows nothing of.

shapes     meshes of pawns, hands and boards
renderer   the program that runs in Mitsuba's own Python and turns scenes into pictures
textures   wood, felt, stone and paper
prints     the art of the boards
looks      boards, lights, lenses, pawn sets and hands, and which of them meet in a recording
scenes     a simulated table as a scene for the renderer
obstacles  things that hide a part of the board from one of two cameras
camera     what a camera makes of the rendered light: noise, white balance, shake, flicker
"""
