"""The manual: pages for families in every language, and the developers' pages; `make docs` builds both.

A page for families is `texts/LANGUAGE/PAGE.md`.  Parts with an owner elsewhere are filled in (`pages`): names of
buttons and sentences from the catalogues, cards and house rules from the games, faults from the doctor, pictures from
the app.
"""
