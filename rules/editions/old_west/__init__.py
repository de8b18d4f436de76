"""The Old West board, 2 to 6 players."""
