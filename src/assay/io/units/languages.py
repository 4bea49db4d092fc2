"""Which languages are meant, where a file holds several: `--languages SOURCE,TARGET`, as in en,pt-BR.

A tag stands for itself, in any case and with "_" for "-", and where it is not in the file for the one variety of it
that is: pt for pt-BR.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import InputError, OptionError
from assay.io.opening import label, shown

Languages = tuple[str, str]


def parse_languages(text: str) -> Languages:
    """Read the languages of source and target from the command line."""
    source, _, target = (part.strip() for part in text.partition(","))
    if not source or not target or "," in target or is_of(source, target):
        raise OptionError(
            f'--languages "{shown(text)}": write two languages with a comma between, that of the source first, '
            "as in en,pt-BR"
        )
    return source, target


def is_of(language: str, wanted: str) -> bool:
    """Tell whether a language is the one that is wanted or, as en-GB of en, a variety of it."""
    have, want = _plain(language), _plain(wanted)
    return bool(want) and (have == want or have.startswith(f"{want}-"))


def main_language(language: str) -> str:
    """Return a language without its variety."""
    return _plain(language).partition("-")[0]


def chosen(path: str, found: Sequence[str], wanted: str) -> str:
    """Return the language of a file that a tag stands for."""
    exact = [language for language in found if _plain(language) == _plain(wanted)]
    fitting = exact or [language for language in found if is_of(language, wanted)]
    if len(fitting) != 1:
        what = "no text in" if not fitting else "several varieties of"
        raise InputError(
            f'{label(path)}: {what} "{shown(wanted)}"; the file has {named(found)}: name two of them with '
            "--languages SOURCE,TARGET"
        )
    return fitting[0]


def named(languages: Sequence[str]) -> str:
    """List languages for a message."""
    return ", ".join(map(shown, languages)) or "none"


def _plain(language: str) -> str:
    return language.lower().replace("_", "-")
