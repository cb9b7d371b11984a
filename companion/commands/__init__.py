"""The command line, one file a group of commands; the imports of a command are loaded when it runs."""
