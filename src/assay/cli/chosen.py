"""Who takes part in a report on judgements: the systems and raters that the command line names or leaves out."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from assay.data import JOINT, Judgements, Preferences
from assay.errors import InputError, OptionError
from assay.human import expand, without_raters
from assay.io import check_systems


def names(text: str | None) -> list[str]:
    """Return names that stand in one argument with commas between."""
    return [name for name in text.split(",") if name] if text else []


def systems(known: Sequence[str], arguments: argparse.Namespace) -> list[str]:
    """Return those of the known systems that take part; names and patterns that fit none are refused."""
    wanted, patterns = names(arguments.only_systems), names(arguments.without_systems)
    unknown = [name for name in wanted if name not in known]
    unknown += [pattern for pattern in patterns if not _like(known, pattern)]
    if unknown:
        raise OptionError(f'no system is called "{unknown[0]}"; the systems are {", ".join(known)}')
    gone = {name for pattern in patterns for name in _like(known, pattern)}
    return [name for name in known if name not in gone and (not wanted or name in wanted)]


def _like(known: Iterable[str], pattern: str) -> list[str]:
    return [name for name in known if fnmatchcase(name, pattern)]


def judgements(found: Judgements, arguments: argparse.Namespace) -> Judgements:
    """Leave out the ratings of systems that take no part, and count them."""
    if not (arguments.only_systems or arguments.without_systems):
        return found
    return check_systems(found, systems(found.system.names, arguments))


def preferences(found: Preferences, arguments: argparse.Namespace) -> Preferences:
    """Leave out the pairs of systems that take no part; a text of several systems stays if one of them takes part."""
    if not (arguments.only_systems or arguments.without_systems):
        return found
    single = dict.fromkeys(part for name in found.systems for part in name.split(JOINT))
    kept = set(systems(list(single), arguments))
    return _left(found.of_systems([name for name in found.systems if kept & set(name.split(JOINT))]))


def single_systems(found: Preferences, arguments: argparse.Namespace) -> Preferences:
    """Return pairs of single systems: a text of several systems was judged for each of them."""
    if not any(JOINT in name for name in found.systems):
        return found
    return preferences(expand(found), arguments)


def raters(found: Preferences, arguments: argparse.Namespace) -> Preferences:
    """Leave out the pairs that the raters named by `--without` ordered."""
    return _left(without_raters(found, names(arguments.without))) if arguments.without else found


def _left(found: Preferences) -> Preferences:
    if not len(found):
        raise InputError(f"{found.path}: no pair is left; let more systems or raters take part")
    return found
