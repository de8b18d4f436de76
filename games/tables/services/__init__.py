"""Every way to change a game. Reads are in selectors.py."""
