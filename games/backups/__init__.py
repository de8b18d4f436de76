"""One file that everything can be made from again, and how that is done."""
