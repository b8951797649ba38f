"""What other sites and messengers show of a link to a page."""

from django import template
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.translation import gettext as _

from frontend import texts

register = template.Library()


@register.inclusion_tag("frontend/parts/preview.html", takes_context=True)
def link_preview(
    context: template.Context, *, title: str, description: str, slug: str
) -> dict[str, str]:
    """The preview of a page about a patience: its words, and its family's table.

    The picture is of a practice deal, taken once for all: it gives nothing of any day away.
    """
    request: HttpRequest = context["request"]
    family = texts.FAMILY_OF[slug]
    return {
        "site": texts.SITE_NAME,
        "title": title,
        "description": description,
        # Without what was asked for besides: whoever follows the link sees the page itself.
        "url": request.build_absolute_uri(request.path),
        "locale": {"de": "de_DE", "en": "en_GB"}[texts.language()],
        "image": request.build_absolute_uri(static(f"frontend/img/preview-{family.slug}.jpg")),
        "alt": _("The cards of %(name)s on the table") % {"name": family.name},
    }
