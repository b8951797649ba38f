"""Which names will do, and which are too much alike."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import KEY_LENGTH, RESERVED, clean_name, look_key, name_key


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "a_b-c.d",
        "007",
        "Jürgen",
        "Señor_9",
        "Straße",
        "Ærø",
        "4Asse",
        "xxxxxxxxxxxxxxxxxxxx",
        "ΑΘΗΝΑ",
        "Наташа",
        "田中さくら",
        "ユーザー",
        "김철수",
        "שרה1",
    ],
)
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ju\u0308rgen", "Jürgen"),
        ("Ａｎｎａ", "Anna"),
        ("𝐀nna", "Anna"),
        ("ﬁnn", "finn"),
        ("Anna²", "Anna2"),
    ],
)
def test_ways_of_typing_a_name_become_one(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("ab", "name_length"),
        ("x" * 21, "name_length"),
        ("x" * 150, "name_length"),
        ("ﷺ" * 15, "name_invisible"),  # one sign that becomes words with spaces
        ("ﷺ" * 100_000, "name_length"),
        ("An na", "name_invisible"),
        ("An\tna", "name_invisible"),
        ("Anna\u00a0", "name_invisible"),
        ("Anna\n", "name_invisible"),
        ("An\u200bna", "name_invisible"),
        ("An\u200dna", "name_invisible"),
        ("An\u00adna", "name_invisible"),
        ("\ufeffAnna", "name_invisible"),
        ("\u202eannA", "name_invisible"),
        ("An\u2066na", "name_invisible"),
        ("An\u200fna", "name_invisible"),
        ("An\x00na", "name_invisible"),
        ("An\ud800na", "name_invisible"),
        ("An\u3164na", "name_invisible"),
        ("An\u115fna", "name_invisible"),
        ("Anna!", "name_character"),
        ("<b>Anna", "name_character"),
        ("An/na", "name_character"),
        ("a@b.de", "name_character"),
        ("Anna♠", "name_character"),
        ("A🂡nna", "name_character"),
        ("An\u0334na", "name_character"),
        ("An\ufe0fna", "name_character"),
        ("Anna\u0663", "name_character"),
        ("An‐na", "name_character"),
        ("ʼʼʼ", "name_character"),
        ("Oʼbrien", "name_character"),
        ("...", "name_only_punctuation"),
        ("-_.-_.", "name_only_punctuation"),
        ("Аnna", "name_mixed_scripts"),
        ("Annа", "name_mixed_scripts"),
        ("Αnna", "name_mixed_scripts"),
        ("Anna田", "name_mixed_scripts"),
        ("さくら김", "name_mixed_scripts"),
    ],
)
def test_other_names_are_refused_with_the_reason(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_name(name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "ADMIN",
        "Admin",
        "adm1n",
        "AdmIn",
        "admln",
        "ADMlN",
        "adrnin",
        "a.d.m.i.n",
        "admin_",
        "r00t",
        "System",
        "operat0r",
        "0fficial",
        "geloeschter-spieler",
        "Gelöschter_Spieler",
        "deleted.player",
        "ВОТ",
    ],  # in Cyrillic
)
def test_reserved_names_and_their_look_alikes_are_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_name(name)
    assert refused.value.code == "name_reserved"


def test_every_reserved_name_is_refused() -> None:
    for name in RESERVED.split():
        with pytest.raises(ValidationError, match=r"."):
            clean_name(name)


def test_an_operator_may_take_a_reserved_name() -> None:
    assert clean_name("admin", may_be_reserved=True) == "admin"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "ANNA"), ("Jürgen", "JÜRGEN"), ("Straße", "strasse"), ("ΣΊΣΥΦΟΣ", "σίσυφος")],
)
def test_case_makes_no_other_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("АННА", "AHHA"),
        ("Нора", "Hopa"),
        ("ТОМ", "TOM"),
        ("Leo", "Le0"),
        ("LEO", "LE0"),
        ("Ida", "lda"),
        ("Ida", "1da"),
        ("Ella", "E1la"),
        ("Anna1", "Annal"),
        ("Marn", "Mam"),
        ("ΑΝΝΑ", "ANNA"),
        ("Jürgen", "Ju\u0308rgen"),
    ],
)
def test_names_that_look_alike_share_a_look(one: str, other: str) -> None:
    assert look_key(one) == look_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Elia", "Ella"), ("Ian", "Lan"), ("Jürgen", "Jurgen"), ("Anna", "Anne"), ("anna5", "annas")],
)
def test_names_that_look_different_do_not(one: str, other: str) -> None:
    assert look_key(one) != look_key(other)


def test_keys_of_the_longest_names_fit_their_columns() -> None:
    for sign in "ﬃŉΐßm\u0390\u1f80İ":
        name = sign * 20
        assert len(name_key(name)) < KEY_LENGTH
        assert len(look_key(name)) < KEY_LENGTH


@pytest.mark.parametrize(("language", "word"), [("de", "Leerzeichen"), ("en", "spaces")])
def test_the_reason_is_told_in_the_players_language(language: str, word: str) -> None:
    with translation.override(language), pytest.raises(ValidationError) as refused:
        clean_name("An na")
    with translation.override(language):
        assert word in refused.value.messages[0]


@given(st.text(max_size=30))
def test_whatever_is_typed_is_refused_or_becomes_a_name_that_stays_as_it_is(typed: str) -> None:
    try:
        name = clean_name(typed)
    except ValidationError:
        return
    assert clean_name(name) == name
    assert name_key(name) == name_key(typed)
    assert name_key(name_key(name)) == name_key(name)


@given(st.text(alphabet="aAlI1oO0mrnäÄаАоОІі", min_size=3, max_size=20))
def test_a_look_does_not_depend_on_how_signs_are_composed(name: str) -> None:
    assert look_key(unicodedata.normalize("NFD", name)) == look_key(name)
