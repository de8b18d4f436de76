"""Who plays the Card Game for an empty seat, from the weakest to the strongest."""
