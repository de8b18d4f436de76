"""What comes in and goes out about people."""

from typing import Any

from django.contrib.auth.validators import UnicodeUsernameValidator
from rest_framework import serializers

from games.accounts.models import ApiToken, Followed, Role, User


def one_line(name: str) -> None:
    """Nothing invisible, which could break a table's layout or pass for somebody else's name."""
    if not name.isprintable():
        raise serializers.ValidationError("Use visible characters only.")


class NameField(serializers.CharField):
    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=60, validators=[one_line], **more)


class PasswordField(serializers.CharField):
    def __init__(self, **more: Any) -> None:
        # Longer ones would only make the hasher work.
        super().__init__(max_length=256, trim_whitespace=False, write_only=True, **more)


class NewUsernameField(serializers.CharField):
    """Looked at as it will be kept: one sign may stand for a whole sentence, blanks included."""

    def to_internal_value(self, data: Any) -> str:
        return User.normalize_username(super().to_internal_value(data))


class SignUpSerializer(serializers.Serializer[Any]):
    username = NewUsernameField(
        max_length=60, validators=[UnicodeUsernameValidator()], help_text="To sign in with."
    )
    password = PasswordField()
    email = serializers.EmailField(
        required=False, default="", allow_blank=True, help_text="For a forgotten password."
    )
    display_name = NameField(
        required=False, default="", allow_blank=True, help_text="As shown at the table."
    )


class SignInSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = PasswordField()


class GuestSerializer(serializers.Serializer[Any]):
    display_name = NameField(help_text="As shown at the table.")


class ChangeMeSerializer(serializers.Serializer[Any]):
    display_name = NameField(required=False)
    email = serializers.EmailField(required=False, allow_blank=True)
    current_password = PasswordField(required=False, help_text="To change the e-mail address.")

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if "email" in given and "current_password" not in given:
            raise serializers.ValidationError(
                {"current_password": "Needed to change the e-mail address."}
            )
        return given


class ChangePasswordSerializer(serializers.Serializer[Any]):
    current_password = PasswordField()
    new_password = PasswordField()
    revoke_tokens = serializers.BooleanField(
        default=False, help_text="Also revoke every API token of this account."
    )


class ForgottenPasswordSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField()


class ResetPasswordSerializer(serializers.Serializer[Any]):
    uid = serializers.CharField(max_length=60, help_text="The first part of the mailed link.")
    token = serializers.CharField(max_length=100, help_text="The second part.")
    new_password = PasswordField()


class RoleSerializer(serializers.ModelSerializer[Role]):
    class Meta:
        model = Role
        fields = ["role", "scope"]


class UserSerializer(serializers.ModelSerializer[User]):
    """Oneself. Others see a name at a seat."""

    email = serializers.CharField(help_text="Empty where none is known.")
    roles = RoleSerializer(many=True, read_only=True)

    class Meta:
        model = User
        fields = ["id", "username", "display_name", "email", "is_guest", "is_staff", "roles"]
        read_only_fields = fields


class MeSerializer(serializers.Serializer[Any]):
    user = UserSerializer(allow_null=True, help_text="Null for somebody who is not signed in.")


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    name = NameField(help_text="To know it by.")

    class Meta:
        model = ApiToken
        fields = ["id", "name", "created_at", "last_used_at"]
        read_only_fields = ["id", "created_at", "last_used_at"]


class NewTokenSerializer(TokenSerializer):
    secret = serializers.CharField(
        read_only=True, help_text="Shown this once: send it as `Authorization: Bearer <secret>`."
    )

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "secret"]


class TargetSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Followed.Kind.choices)
    id = serializers.CharField(
        source="target",
        max_length=60,
        help_text="A player's name at the tables, a tournament's id.",
    )


class FollowedSerializer(TargetSerializer):
    name = serializers.CharField(max_length=80, validators=[one_line], help_text="To be shown.")
