"""What staff change here ends sockets as what people do themselves: at once."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from games.accounts import leaving
from games.accounts.models import ApiToken, Role, User
from games.accounts.roles import take_away
from games.accounts.tokens import revoke_token


class RoleInline(admin.TabularInline[Role, User]):
    model = Role
    extra = 0


@admin.register(User)
class PeopleAdmin(UserAdmin):
    list_display = ["username", "display_name", "email", "is_guest", "is_staff", "last_login"]
    list_filter = ["is_guest", "is_staff", "is_active", "roles__role"]
    search_fields = ["username", "display_name", "email"]
    fieldsets = (
        (None, {"fields": ("username", "password", "display_name", "email", "is_guest")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    inlines = [RoleInline]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        leaving.announce(form.instance.pk)


@admin.register(Role)
class RoleAdmin(admin.ModelAdmin[Role]):
    list_display = ["user", "role", "scope", "granted_at"]
    list_filter = ["role"]
    search_fields = ["user__username", "user__display_name", "scope"]
    autocomplete_fields = ["user"]

    def save_model(
        self, request: HttpRequest, obj: Role, form: ModelForm[Role], change: bool
    ) -> None:
        super().save_model(request, obj, form, change)
        # Whose it is now, and whose it was.
        for user_id in {obj.user_id, form.initial.get("user", obj.user_id)}:
            leaving.announce(user_id)

    def delete_model(self, request: HttpRequest, obj: Role) -> None:
        take_away([obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Role]) -> None:
        take_away(queryset)


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    """To see and to revoke. Only its owner can make one, since only they may see the secret."""

    list_display = ["name", "user", "created_at", "last_used_at"]
    search_fields = ["name", "user__username"]
    readonly_fields = ["name", "user", "created_at", "last_used_at"]
    exclude = ["digest"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: ApiToken) -> None:
        revoke_token(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        for token in queryset:
            revoke_token(token)
