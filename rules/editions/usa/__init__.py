"""The base game on the USA board, 2 to 5 players."""
