"""Everything breaks while games are played: `make faults`, or `python -m tests.faults`.

The whole service runs on PostgreSQL and Valkey. AIs and scripted people play at a number of
tables and spectators watch them, while processes are killed at random: web, workers, Valkey,
PostgreSQL. At the end every promise is checked and the figures are printed.
"""
