"""Who people are: accounts and guests."""
