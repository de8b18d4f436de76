"""The Japan board, 2 to 5 players."""
