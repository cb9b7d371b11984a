"""The readable engine that lists legal plays, and the choice between it and a compiled one."""
