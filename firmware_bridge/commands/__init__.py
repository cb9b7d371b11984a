"""The command line: what a person does with a wheel, and what its makers do."""
