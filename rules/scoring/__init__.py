"""What it is worth, where two editions or more count alike."""
