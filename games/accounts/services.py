"""How people come in, change what is known of them, and leave."""

import secrets

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError as InvalidPassword
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.http import urlsafe_base64_decode
from rest_framework.exceptions import ValidationError

from games.accounts import leaving
from games.accounts.models import User
from games.accounts.throttle import (
    account_called,
    account_of,
    address_of,
    count_attempt,
    forget,
    forget_guesses,
    take_back,
)
from games.problems import Problem


def sign_up(
    request: HttpRequest, *, username: str, password: str, email: str, display_name: str
) -> User:
    """A new account. A guest who signs up becomes it, and keeps every game and token."""
    user = request.user if request.user.is_authenticated else User()
    if user.pk and not user.is_guest:
        raise Problem(409, "signed-in", f"You are signed in as {user}: sign out first.")
    count_attempt("sign_up", address_of(request))
    user.username = username
    user.email = User.objects.normalize_email(email)
    user.display_name = display_name or username
    user.is_guest = False
    set_password(user, password, field="password")
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise Problem(409, "username-taken", f"The name {username} is taken.") from None
    login(request, user)
    return user


def enter_as_guest(request: HttpRequest, display_name: str) -> User:
    """Somebody with a name only, for as long as the session lasts."""
    if request.user.is_authenticated:
        raise Problem(409, "signed-in", f"You are here as {request.user} already.")
    count_attempt("guest", address_of(request))
    guest = User(username=f"guest-{secrets.token_hex(8)}", display_name=display_name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    login(request, guest)
    return guest


def sign_in(request: HttpRequest, username: str, password: str) -> User:
    address = address_of(request)
    # Counted before the password is looked at: a hundred attempts at once are a hundred.
    count_attempt("sign_in_address", address)
    account = account_called(username)
    count_attempt("sign_in_account", account)
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        raise Problem(403, "wrong-password", "There is no account with this name and password.")
    take_back("sign_in_address", address)
    forget("sign_in_account", account)
    before = request.user.pk
    login(request, user)
    if before is not None:  # the session was somebody's
        leaving.announce(before)
    return user


def sign_out(request: HttpRequest) -> None:
    user_id = request.user.pk
    logout(request)
    if user_id is not None:
        leaving.announce(user_id)


def change_password(user: User, current: str, new: str, revoke_tokens: bool) -> None:
    """Who knows the password may have bots that should play on: their tokens go only on demand."""
    confirm_password(user, current)
    set_password(user, new, field="new_password")
    save_password(user, revoke_tokens)


def change_email(user: User, current: str, email: str) -> None:
    """With the password: who finds an open page must not turn the account into their own."""
    confirm_password(user, current)
    user.email = User.objects.normalize_email(email)
    user.save(update_fields=["email"])


def reset_password(uid: str, token: str, new: str) -> User:
    """With the two parts of the mailed link, which works once. Who has to ask for it may have lost the account
    to somebody, who would have left a token behind: all of them are revoked."""
    user = user_of_link(uid)
    if user is None or not default_token_generator.check_token(user, token):
        raise Problem(403, "link-expired", "This link was used or is too old: ask for a new one.")
    set_password(user, new, field="new_password")
    save_password(user, revoke_tokens=True)
    forget_guesses(user)  # so that others can't lock the owner out
    return user


def confirm_password(user: User, password: str) -> None:
    if not user.has_usable_password():
        raise Problem(409, "guest", "A guest has no password: sign up to get one.")
    count_attempt("confirm_password", account_of(user))
    if not user.check_password(password):
        raise Problem(403, "wrong-password", "This is not your current password.")
    forget("confirm_password", account_of(user))


def set_password(user: User, password: str, field: str) -> None:
    try:
        validate_password(password, user)
    except InvalidPassword as error:
        raise ValidationError({field: error.messages}) from None
    user.set_password(password)


def save_password(user: User, revoke_tokens: bool) -> None:
    """Every session that began with the old one ends by this, and with it its sockets."""
    with transaction.atomic():
        user.save(update_fields=["password"])
        if revoke_tokens:
            user.api_tokens.all().delete()
    leaving.announce(user.pk)


def user_of_link(uid: str) -> User | None:
    try:
        return User.objects.get(pk=urlsafe_base64_decode(uid).decode(), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist, InvalidPassword):
        return None
