"""The requests of phones, and the files of their page."""
