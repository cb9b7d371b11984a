"""The screens: layout in `x.kv`, taps turned into commands in `x.py`.  The presenters make their contents."""
