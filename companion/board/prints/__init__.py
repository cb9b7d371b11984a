"""Things to print in true size: boards, wheels and marker sheets, as PDF."""
