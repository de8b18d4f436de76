from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from games.accounts.models import ApiToken, Role, User


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


@admin.register(Role)
class RoleAdmin(admin.ModelAdmin[Role]):
    list_display = ["user", "role", "scope", "granted_at"]
    list_filter = ["role"]
    search_fields = ["user__username", "user__display_name", "scope"]
    autocomplete_fields = ["user"]


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    """To see and to revoke. Only its owner can make one, since only they may see the secret."""

    list_display = ["name", "user", "created_at", "last_used_at"]
    search_fields = ["name", "user__username"]
    readonly_fields = ["name", "user", "created_at", "last_used_at"]
    exclude = ["digest"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
