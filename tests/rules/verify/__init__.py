"""A game file proves itself: any change is found, by whoever it was made."""
