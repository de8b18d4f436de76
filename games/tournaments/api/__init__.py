"""Tournaments over HTTP. docs/TOURNAMENTS.md says what it means."""
