"""What a seat may do, where two editions or more share it. An edition names what it takes, with its
numbers and the ids of the rules that it changes; nothing here knows an edition."""
