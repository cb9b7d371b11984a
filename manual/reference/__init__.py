"""The generated parts of the pages under `docs`: tables of commands, settings, faults and verdict reasons.

A page marks a part with `<!-- generated: NAME ARGUMENT ... -->` and `<!-- end -->`.
`make docs` rewrites the lines between the two marks; the text around them is written by hand.
`python -m manual.reference` does the same without building the sites.
"""
