"""Webcams as the Linux kernel has them: a machine with Debian's kernel, and USB webcams that are plugged into it."""
