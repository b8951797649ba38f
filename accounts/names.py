"""Which names players may take, and when two names are too much alike."""

import unicodedata
from functools import lru_cache

from confusable_homoglyphs import categories, confusables
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 3
MAX_LENGTH = 20
PUNCTUATION = "-_."
# Some letters grow when they are normalised or folded; this is room enough for every name.
KEY_LENGTH = 160

# Kana and kanji stand in one word: they are one way of writing, though several scripts.
SCRIPT_OF = {"HIRAGANA": "HAN", "KATAKANA": "HAN"}
# Letters by category that draw nothing.
INVISIBLE_LETTERS = "\u115f\u1160\u3164\uffa0"

# Hebrew, Arabic with its kin, and Arabic's digits, by their bidirectional class.
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})

# Separators don't count: a name is guarded by its letters alone.
RESERVED = """
admin administrator administration moderator mod root system sysadmin sysop operator staff
superuser webmaster postmaster hostmaster owner official security support help helpdesk
service server team info bot api account accounts player players guest anonymous nobody
everyone all null none undefined unknown deleted deletedplayer deleteduser dealer house
patience solitaire daily noreply mailerdaemon
verwalter verwaltung betreiber leitung offiziell sicherheit hilfe dienst konto spieler gast
anonym niemand alle unbekannt gelöscht geloescht gelöschterspieler geloeschterspieler
geber kartengeber
"""


def clean_name(text: str, *, may_be_reserved: bool = False) -> str:
    """Return the name as it is shown, or raise a ValidationError that says what is wrong.

    Whether somebody else has the name already is not asked here.

    >>> clean_name("Jürgen_77")
    'Jürgen_77'
    """
    if len(text) <= 4 * MAX_LENGTH:
        text = unicodedata.normalize("NFKC", text)
    if any(not is_drawn(character) for character in text[: 4 * MAX_LENGTH]):
        raise ValidationError(
            _("A name can’t hold spaces or invisible characters."), code="name_invisible"
        )
    if not MIN_LENGTH <= len(text) <= MAX_LENGTH:
        raise ValidationError(
            _("A name has %(least)d to %(most)d characters."),
            code="name_length",
            params={"least": MIN_LENGTH, "most": MAX_LENGTH},
        )
    for character in text:
        if not _is_allowed(character):
            raise ValidationError(
                _("A name is made of letters, digits and - _ . only; “%(character)s” isn’t one."),
                code="name_character",
                params={"character": character},
            )
    if all(character in PUNCTUATION for character in text):
        raise ValidationError(
            _("A name needs at least one letter or digit."), code="name_only_punctuation"
        )
    if len({_script(character) for character in text if character.isalpha()}) > 1:
        raise ValidationError(
            _("A name can’t mix letters of several scripts, such as Latin and Cyrillic."),
            code="name_mixed_scripts",
        )
    if not may_be_reserved and _reserved_keys() & {_blunt_key(text), _blunt_key(text.casefold())}:
        raise ValidationError(_("This name is reserved."), code="name_reserved")
    return text


def name_key(name: str) -> str:
    """Return what a name is known by, whatever the case it is typed in.

    >>> name_key("STRASSE") == name_key("Straße")
    True
    """
    # No name holds what a database can't: such a text is a name that nobody has.
    name = name.encode(errors="replace").decode().replace("\0", "?")
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)[:KEY_LENGTH]


def look_key(name: str) -> str:
    """Return what a name looks like: equal for names that the eye may take for one another.

    Source: the skeletons of Unicode's UTS #39, then case folding. ``I``, ``l`` and ``1`` are one
    sign, but not ``i``: Elia and Ella are two people.

    >>> look_key("Ida") == look_key("lda"), look_key("Le0") == look_key("Leo")
    (True, True)
    >>> look_key("Elia") == look_key("Ella")
    False
    """
    drawn = "".join(_drawn_as(sign) for sign in unicodedata.normalize("NFD", name))
    return unicodedata.normalize("NFC", drawn).casefold().replace("0", "o")[:KEY_LENGTH]


def is_drawn(character: str) -> bool:
    """Tell whether a character is seen where it stands: no space, control or direction mark."""
    category = unicodedata.category(character)
    return category[0] not in "CZ" and character not in INVISIBLE_LETTERS


def isolated(name: str) -> str:
    """Return a name as it can stand within a text: right-to-left letters don't turn what follows.

    Source: Unicode's UAX #9, first strong isolate. Other names stay as they are.

    >>> isolated("Jürgen"), isolated("\N{HEBREW LETTER ALEF}") == "\u2068\u05d0\u2069"
    ('Jürgen', True)
    """
    if any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in name):
        return f"\u2068{name}\u2069"
    return name


def _is_allowed(character: str) -> bool:
    if character in PUNCTUATION or character in "0123456789":
        return True
    # Letters that belong to no script are marks in disguise, such as a raised comma.
    return character.isalpha() and _script(character) not in ("UNKNOWN", "COMMON", "INHERITED")


def _script(character: str) -> str:
    script: str = categories.alias(character).upper()  # type: ignore[no-untyped-call]  # has no types
    if character == "ー":  # lengthens a vowel in kana, yet belongs to no script by Unicode
        script = "HAN"
    return SCRIPT_OF.get(script, script)


def _blunt_key(name: str) -> str:
    """Reserved names are guarded more coarsely: ``i`` is ``l`` as well, and dots don't count."""
    key = look_key(name).translate({ord("i"): "1", ord("l"): "1"})
    return key.translate({ord(sign): None for sign in PUNCTUATION})


@lru_cache(maxsize=1)
def _reserved_keys() -> frozenset[str]:
    return frozenset(_blunt_key(name) for name in RESERVED.split())


@lru_cache(maxsize=1)
def _signs() -> tuple[dict[str, str], dict[str, str]]:
    """Return one sign for every group of signs drawn alike, and signs drawn as several others.

    The data lists pairs; joined, they make the groups.
    """
    parent: dict[str, str] = {}
    several: dict[str, str] = {}

    def root(sign: str) -> str:
        while parent.get(sign, sign) != sign:
            sign = parent[sign]
        return sign

    for sign, others in confusables.confusables_data.items():
        if len(sign) != 1:
            continue
        for other in others:
            drawn = other["c"].strip("\u200e")  # the data guards right-to-left signs with marks
            if len(drawn) > 1:
                several[sign] = min(drawn, several.get(sign, drawn))
            elif drawn:
                # The lower code point stands for the group, so an ASCII sign does where one is.
                low, high = sorted((root(sign), root(drawn)))
                parent[high] = low
    return {sign: root(sign) for sign in parent}, several


def _drawn_as(sign: str) -> str:
    one, several = _signs()
    sign = one.get(sign, sign)
    if sign in several:
        return "".join(one.get(part, part) for part in several[sign])
    return sign
