"""Django's own administration, without a login."""
import os
import sys

import django
from django.conf import settings
from django.core.management import call_command

folder = os.path.abspath(sys.argv[2])


class Login:
    """Logs each request in as the administrator."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        from django.contrib.auth.models import User
        request.user = request._cached_user = User.objects.get(username="admin")
        return self.get_response(request)


apps = ["admin", "auth", "contenttypes", "sessions", "messages", "staticfiles"]
settings.configure(
    DEBUG=True, SECRET_KEY="test", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], STATIC_URL="/static/", USE_TZ=True,
    INSTALLED_APPS=[f"django.contrib.{each}" for each in apps] + ["django_htmx"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(folder, "admin.sqlite")}},
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
        f"django.{each}" for each in [
            "template.context_processors.request", "contrib.auth.context_processors.auth",
            "contrib.messages.context_processors.messages"]]}}],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        f"{__name__}.Login", "django.contrib.messages.middleware.MessageMiddleware"])
sys.modules.setdefault(__name__, sys.modules["__main__"])
django.setup()
from django.contrib import admin  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.urls import path  # noqa: E402

urlpatterns = [path("admin/", admin.site.urls)]
call_command("migrate", verbosity=0)
if not User.objects.exists():
    User.objects.create_superuser("admin", "", "admin")
    User.objects.create_user("reader")
call_command("runserver", f"127.0.0.1:{sys.argv[1]}", use_reloader=False)
