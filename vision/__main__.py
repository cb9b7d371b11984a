"""`python -m vision`."""

from vision.cli import main

main()
