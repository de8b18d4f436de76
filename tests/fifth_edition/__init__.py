"""The smallest complete edition: an island with five cities, and one rule of its own."""
