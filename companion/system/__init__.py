"""The program's access to its machine: files, lines and signals from outside, each with firm bounds."""
