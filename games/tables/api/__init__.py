"""Games over HTTP. The lobby is in lobby_api.py."""
