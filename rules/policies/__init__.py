"""Who plays for an empty seat: `choose(view, moves, dice) -> Command`, from a seat's view alone."""
