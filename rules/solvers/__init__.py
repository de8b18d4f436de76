"""Exact answers to the three hard questions of scoring: packing, longest trail, connection."""
