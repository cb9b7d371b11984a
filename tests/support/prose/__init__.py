"""Checks the prose of the repository: pages, docstrings, comments, names of tests and messages, commit subjects.

`rules.toml` lists the habits that we avoid, each with its replacement. `allowed.toml` holds how many faults each folder
still has; the check fails where a folder has more. `python -m prose` checks, `--lower` writes the smaller numbers into
`allowed.toml`, `--count` prints all counts.

No tool of the registries does this: vale downloads its binary when it is installed, textlint with prh (173 packages)
reads no docstrings, and codespell replaces only single words.  None of them knows a limit for each folder.
"""
