"""The screens: layout in `x.kv`, taps turned into commands in `x.py`.  What is shown comes from the presenters."""
