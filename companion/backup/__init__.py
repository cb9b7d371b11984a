"""Backup and restore of all data of a family, in one file."""
