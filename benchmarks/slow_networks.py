"""Networks of 45 routes, each of one train: the slowest that long searches found while every network was ordered
from one city (see `trail_order`). No map has so many short routes.
"""

from rules.solvers.connection import Edge

_ROUTES = {
    "two cities tied twice": """
        0-6 0-20 0-24 1-2 1-12 1-15 2-7 2-29 3-18 3-19 3-28 4-22 4-24 5-10 5-21 6-7 6-28
        8-13 8-13 8-20 9-17 9-26 10-21 10-26 11-12 11-14 11-16 11-16 11-24 12-18 13-23
        14-26 15-18 15-25 16-28 17-18 17-29 19-20 19-22 19-27 21-22 23-25 23-29 25-27
        27-29
    """,
    "wide, tied twice": """
        0-21 0-23 1-8 1-15 1-29 2-10 2-22 2-25 3-6 3-9 3-27 4-18 4-21 4-29 5-16 5-24 6-14
        6-15 6-19 7-15 7-21 7-22 8-13 8-17 9-12 9-12 10-13 10-20 11-25 11-26 11-28 12-16
        13-16 14-17 14-24 17-23 18-24 18-27 19-20 19-27 20-29 22-27 23-28 24-25 26-28
    """,
    "many cycles": """
        0-6 1-12 1-19 1-25 2-10 3-11 3-17 3-21 3-25 3-25 4-17 4-20 4-21 5-19 5-19 5-23
        6-13 6-15 6-22 6-25 6-26 7-8 7-9 7-26 8-11 8-21 9-20 9-24 10-24 10-26 11-13 11-18
        11-22 12-16 12-16 12-22 13-21 14-20 15-20 15-24 16-20 17-23 17-26 23-24 24-26
    """,
    "rings on bridges": """
        0-3 0-15 0-15 1-5 1-5 2-4 2-8 2-28 3-6 3-9 3-27 4-7 4-12 5-22 6-18 6-20 7-26 7-28
        8-9 8-21 9-17 10-16 10-16 11-13 11-20 11-23 12-13 12-15 13-21 14-17 14-26 14-29
        15-24 16-24 17-21 17-23 18-22 18-23 18-25 19-22 19-27 19-28 20-24 20-27 26-29
    """,
}

SLOW_NETWORKS: dict[str, list[Edge]] = {
    "15 cities on 3 hubs": [(hub, city, 1) for city in range(3, 18) for hub in range(3)],
    "10 cities, all joined": [(a, b, 1) for a in range(10) for b in range(a)],
}
for _name, _routes in _ROUTES.items():
    SLOW_NETWORKS[_name] = [(int(a), int(b), 1) for a, b in (r.split("-") for r in _routes.split())]
