"""What a game is: commands, events, a fold, observers and chance. Nothing here knows of trains."""
