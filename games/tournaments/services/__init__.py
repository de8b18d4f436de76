"""Every way to change a tournament. Reads are in selectors.py."""
