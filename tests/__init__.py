"""Sentences about the rules and the promises. The folders mirror the source."""
