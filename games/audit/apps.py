from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "games.audit"
