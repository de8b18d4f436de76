"""The proof over HTTP."""
