"""Where games are played: the event store, the services around it, the live streams."""
