"""The shell round the pure core: one queue, one thread, one writer."""
