from celery import shared_task
from django.contrib.auth.forms import PasswordResetForm


@shared_task
def send_password_mail(email: str, domain: str, protocol: str, language: str = "en") -> None:
    """To every account with this address. Here, and not in the request, whose duration would
    tell a stranger whether there is one."""
    form = PasswordResetForm({"email": email})
    if form.is_valid():
        form.save(
            domain_override=domain,
            use_https=protocol == "https",
            subject_template_name=f"accounts/password_subject.{language}.txt",
            email_template_name=f"accounts/password_mail.{language}.txt",
        )
