"""Every way to read a tournament: what the pages, the wall and the exports show."""
