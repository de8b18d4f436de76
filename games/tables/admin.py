"""The games as the staff may look at them: nothing can be changed here, and no hidden card shows."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.tables.models import Game, Look, Seat


class ReadOnly:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline[Seat, Game]):
    model = Seat
    fields = ["number", "user", "policy", "name", "invited"]


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin[Game]):
    list_display = ["name", "edition", "status", "phase", "head_seq", "awaits", "created_at"]
    list_filter = ["status", "edition", "visibility", "judge_called"]
    search_fields = ["id", "name"]
    inlines = [SeatInline]


@admin.register(Look)
class LookAdmin(ReadOnly, admin.ModelAdmin[Look]):
    list_display = ["game", "user", "what", "seq", "looked_at"]
