"""`assay metrics`: the metrics there are, and the options of each, read off their dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.output import OutputOptions
from assay.options import nested, option
from assay.reporting import Block, Head, Heading, Prose, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import Metric

EPILOG = ""


@dataclass(frozen=True)
class Arguments:
    """List the metrics, or the options of one."""

    name: str | None = option(None, "show the options of this metric", metavar="NAME", positional="?")
    writing: OutputOptions = nested(OutputOptions)


def run(arguments: Arguments) -> Answer:
    """Return the list of metrics, or the page of one."""
    return Answer(_list() if arguments.name is None else _page(arguments.name))


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
