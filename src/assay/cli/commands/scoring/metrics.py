"""`assay metrics`: the metrics there are, and the options of each, read off their dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.output import OutputOptions
from assay.errors import OptionError
from assay.options import described, nested, option
from assay.reporting import Block, Head, Heading, Prose, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import Metric

EPILOG = ""


@dataclass(frozen=True)
class Arguments:
    """List the metrics, or the options of one."""

    name: str | None = option(None, "show the options of this metric", metavar="NAME", positional="?")
    language: str | None = option(
        None, "say what the metric draws on for this language, and what must be installed", metavar="CODE"
    )
    writing: OutputOptions = nested(OutputOptions)


def run(arguments: Arguments) -> Answer:
    """Return the list of metrics, the page of one, or what it draws on for a language."""
    if arguments.language is not None:
        return Answer(_drawn(arguments.name, arguments.language))
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
    from assay.metrics import ALIASES, options_of, parse_metric
    from assay.metrics.specs import presets_of

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


def _drawn(name: str | None, language: str) -> list[Block]:
    """Say which parts of a metric a language has, and how to install what they need."""
    from assay.metrics import parse_metric
    from assay.metrics.base import Drawing

    chosen: object = None
    if name is not None and isinstance(parse_metric(name), Drawing):
        chosen = parse_metric(f"{name}{',' if ':' in name else ':'}language={language}")
    if not isinstance(chosen, Drawing):
        raise OptionError("--language is for a metric that draws on resources, such as assay metrics meteor")
    rows = [(part, resource, _state(resource)) for part, resource in chosen.draws_on.items()]
    return [
        Heading(f"{name} for {chosen.language}"),
        Table("parts", (Head("part"), Head("resource"), Head("state")), tuple(rows)),
    ]


def _state(resource: str) -> str:
    from assay.resources import entry_of, is_installed

    if resource == "none":
        return "none for this language"
    return "active" if is_installed(resource) else f"missing: {entry_of(resource).command}"


def _names(title: str, kind: str, meanings: Mapping[str, str]) -> list[Block]:
    """List other names for settings, if there are any."""
    return [Table(title, (Head(kind), Head("stands for")), tuple(meanings.items()))] if meanings else []


def _summary(cls: type[Metric]) -> str:
    return described(cls).partition("\n")[0]
