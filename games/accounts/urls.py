from django.urls import path

from games.accounts import api, following

urlpatterns = [
    path("me", api.Me.as_view()),
    path("me/following", following.Following.as_view()),
    path("accounts/sign-up", api.SignUp.as_view()),
    path("accounts/sign-in", api.SignIn.as_view()),
    path("accounts/sign-out", api.SignOut.as_view()),
    path("accounts/guest", api.Guest.as_view()),
    path("accounts/password", api.ChangePassword.as_view()),
    path("accounts/password/forgotten", api.ForgottenPassword.as_view()),
    path("accounts/password/reset", api.ResetPassword.as_view()),
    path("accounts/tokens", api.Tokens.as_view()),
    path("accounts/tokens/<int:token_id>", api.Token.as_view()),
]
