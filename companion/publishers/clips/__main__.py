"""`python -m companion.publishers.clips`: an SVG on standard input becomes a PNG on standard output.

A program of its own: while a picture is rendered nothing else runs in a program, and the table must not wait.
"""

import sys

from companion.handover.svg_text import rendered

if __name__ == "__main__":
    sys.stdout.buffer.write(rendered(sys.stdin.buffer.read().decode()))
