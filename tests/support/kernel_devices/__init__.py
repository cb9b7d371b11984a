"""USB devices as the Linux kernel has them: a machine with Debian's kernel, and devices that are plugged into it."""
