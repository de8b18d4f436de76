"""Many tables, one organiser. Pure: events, state, standings, pairing. Around it: a log and services."""
