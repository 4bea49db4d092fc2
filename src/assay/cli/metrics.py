"""`assay metrics`: the metrics there are, and the options of each, read off their dataclasses."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from assay.cli import output
from assay.reporting import Block, Head, Heading, Prose, Table

if TYPE_CHECKING:
    from assay.metrics import Metric


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay metrics", description="List the metrics, or the options of one.", allow_abbrev=False
    )
    made.add_argument("name", nargs="?", metavar="NAME", help="show the options of this metric")
    output.add_arguments(made)
    return made


def run(arguments: argparse.Namespace) -> None:
    """Write the list of metrics, or the page of one."""
    output.check(arguments.output, [])
    blocks = _list() if arguments.name is None else _page(arguments.name)
    output.write(blocks, output.form(arguments), arguments.output)


def _list() -> list[Block]:
    from assay.metrics import ALIASES, METRICS

    rows = [(name, cls().label, _summary(cls)) for name, cls in METRICS.items()]
    heads = (Head("name"), Head("label"), Head("description"))
    return [
        Table("metrics", heads, tuple(rows)),
        Table("aliases", (Head("alias"), Head("stands for")), tuple(ALIASES.items())),
        Prose('"assay metrics NAME" lists the options of a metric.'),
    ]


def _page(text: str) -> list[Block]:
    from assay.metrics import ALIASES, options_of, parse_metric, presets_of

    cls = type(parse_metric(text))
    options = [(option.name, option.default, option.type, option.help) for option in options_of(cls)]
    heads = (Head("option"), Head("default"), Head("values"), Head("help"))
    presets = {f"{cls.name}:{name}": meaning for name, meaning in presets_of(cls).items()}
    aliases = {name: meaning for name, meaning in ALIASES.items() if meaning.partition(":")[0] == cls.name}
    return [
        Heading(cls.name),
        Prose(_summary(cls)),
        Table("options", heads, tuple(options)),
        *_names("presets", "preset", presets),
        *_names("aliases", "alias", aliases),
    ]


def _names(title: str, kind: str, meanings: Mapping[str, str]) -> list[Block]:
    """List other names for settings, if there are any."""
    return [Table(title, (Head(kind), Head("stands for")), tuple(meanings.items()))] if meanings else []


def _summary(cls: type[Metric]) -> str:
    return (cls.__doc__ or "").partition("\n")[0]
