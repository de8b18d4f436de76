from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
