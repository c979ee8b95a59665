"""A Django site in one file, as the documentation's smallest project, with its sitemap framework."""
import os
import sys

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.template import engines
from django.urls import path

settings.configure(
    DEBUG=False,
    SECRET_KEY="no secret, only for tests",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django.contrib.sitemaps"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
)

HOME = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tides</title></head>
<body><div id="content"><h1>Tides</h1>{% for port in ports %}<p>{{ port }}: see the table of the harbour office for
the times of high and low water, and mind that they are local times and that wind moves them.</p>{% endfor %}</div></body></html>"""


def home(request):
    page = engines["django"].from_string(HOME)
    return HttpResponse(page.render({"ports": ["Vlissingen", "Hoek van Holland", "Den Helder"]}, request))


class Pages(Sitemap):
    def items(self):
        return ["/"]

    def location(self, item):
        return item


# The sites framework is left out: the sitemap takes the host from the request.
urlpatterns = [path("", home), path("sitemap.xml", sitemap, {"sitemaps": {"pages": Pages}})]

if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    execute_from_command_line(sys.argv)
