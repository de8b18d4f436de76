"""The Card Game, 2 to 4 players."""
