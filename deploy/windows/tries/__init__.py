"""The tries of the folder for Windows under Wine; they run inside the Debian that `deploy/windows/try` makes."""
