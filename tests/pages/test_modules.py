"""What a page's script imports is told to the browser at once."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from frontend.modules import modules_of

pytestmark = pytest.mark.django_db
IMPORTED = re.compile(r'from "\./([^"]+)"')


@pytest.mark.parametrize("entry", ["frontend/js/table/main.js", "frontend/js/example.js"])
def test_all_that_is_imported_is_named_once_and_exists(entry: str) -> None:
    modules = modules_of(entry)
    assert len(set(modules)) == len(modules)
    for name in (entry, *modules):
        path = finders.find(name)
        assert isinstance(path, str)
        folder = name.rsplit("/", 1)[0]
        with open(path) as file:
            for other in IMPORTED.findall(file.read()):
                assert f"{folder}/{other}" in modules


def test_a_page_of_rules_preloads_what_its_example_needs(client: Client) -> None:
    page = client.get("/rules/archway/").content.decode()
    for name in modules_of("frontend/js/example.js"):
        assert f'<link rel="modulepreload" href="/static/{name}">' in page
