"""What a program meets of the machine it runs on: files, lines and signals from outside, each with firm bounds."""
