"""Which programs and judges are metrics of the user's? Added, listed, shown, tested, removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.errors import OptionError
from assay.options import first_given, nested, option
from assay.plugins import PluginOptions
from assay.questions.results import Listed
from assay.reporting import Block, Head, Prose, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.plugins import Plugin
    from assay.plugins.declaration import Declaration
    from assay.questions.given import Given


@dataclass(frozen=True)
class ProgramOptions:
    """How a program is started."""

    runner: str | None = option(
        None,
        "the program: one that comes with Assay, or a path (default: the one called NAME)",
        metavar="PROGRAM",
    )
    python: str | None = option(None, "the interpreter of the environment that it runs in", metavar="PATH")
    told: tuple[str, ...] = option(
        (), "an option of the program; repeat for more", flag="--set", metavar="KEY=VALUE"
    )
    seconds: float | None = option(
        None,
        "of silence after which a program is ended, or a question asked again (default: 600, and 120)",
        least=0.1,
    )


@dataclass(frozen=True)
class JudgeOptions:
    """How a large language model is asked."""

    judge: str | None = option(
        None, "ask a large language model in this style", choices=("da", "sqm", "stars", "mqm", "esa")
    )
    endpoint: str | None = option(None, "its address, without /chat/completions", metavar="URL")
    key_variable: str | None = option(
        None, "the environment variable that holds the key, which is written nowhere", metavar="NAME"
    )
    with_reference: bool = option(False, "show the reference to the judge, too")
    temperature: float = option(0.0, "temperature of the answers", least=0)
    seed: int = option(1, "seed of the answers, where the endpoint heeds it", least=0)
    prices: str | None = option(
        None, "of a million tokens, of prompts and of answers, for estimates and budgets", metavar="IN/OUT"
    )
    lanes: int = option(4, "questions under way at a time", least=1, most=256)
    retries: int = option(5, "how often a question is asked again after a failure", least=0, most=100)


@dataclass(frozen=True)
class PluginsQuestion:
    """Add, list, show, test or remove plug-ins: metrics that are programs of their own, or LLM judges."""

    action: Literal["list", "add", "show", "test", "remove"] = option(
        "list", "what to do: list, add, show, test, remove", positional="?"
    )
    name: str | None = option(
        None,
        "the plug-in; to test, any metric, or a reader of another package",
        metavar="NAME",
        positional="?",
    )
    model: str | None = option(
        None, "the model's folder or file; for a judge, its name", metavar="MODEL", actions=("add",)
    )
    programs: ProgramOptions = nested(ProgramOptions, actions=("add",))
    judges: JudgeOptions = nested(JudgeOptions, actions=("add",))
    plugins: PluginOptions = nested(PluginOptions, actions=("test",))

    def __post_init__(self) -> None:
        """Refuse an action without its plug-in."""
        if (self.action in ("add", "show", "test", "remove")) != (self.name is not None):
            raise OptionError(
                'add, show, test and remove take one NAME, list takes none; "assay plugins" lists all'
            )


def ask(question: PluginsQuestion, given: Given) -> Listed:
    """Do what is asked."""
    from assay.plugins import open_plugin
    from assay.plugins.store import remove_plugin

    name = question.name
    if name is None:
        return _list()
    if question.action == "add":
        plugin = _add(name, question)
        return Listed((Prose(f"{plugin.name} can be used now: -m {plugin.name}"), _shown(plugin)))
    if question.action == "remove":
        remove_plugin(name)
        return Listed((Prose(f"{name} is removed; its answers stay in the cache."),))
    return _test(name, question) if question.action == "test" else Listed((_shown(open_plugin(name)),))


def _add(name: str, question: PluginsQuestion) -> Plugin:
    from assay.metrics import ALIASES, METRICS
    from assay.plugins import SECONDS, plugin_names
    from assay.plugins.addition import add_judge, add_program
    from assay.plugins.judge.call import JudgeCall
    from assay.plugins.programs import ProgramCall

    taken = {*METRICS, *ALIASES} - {*plugin_names()}
    programs, judges = question.programs, question.judges
    _refuse_idle(programs, judges)
    if judges.judge is None:
        options = tuple(_pair(text) for text in programs.told)
        path = programs.runner or name
        call = ProgramCall(path, programs.python, question.model, options, programs.seconds or SECONDS)
        return add_program(name, call, taken)
    if judges.endpoint is None:
        raise OptionError("--judge needs --endpoint URL and --model NAME")
    price_in, price_out = _prices(judges.prices)
    judge = JudgeCall(
        style=judges.judge,
        endpoint=judges.endpoint,
        model=question.model or "",
        key_variable=judges.key_variable or "",
        reference=judges.with_reference,
        temperature=judges.temperature,
        seed=judges.seed,
        price_in=price_in,
        price_out=price_out,
        lanes=judges.lanes,
        seconds=programs.seconds or JudgeCall.seconds,
        retries=judges.retries,
    )
    return add_judge(name, judge, taken)


def _refuse_idle(programs: ProgramOptions, judges: JudgeOptions) -> None:
    """Refuse options of judges for a program, and of programs for a judge."""
    others = judges if judges.judge is None else programs
    if name := first_given(others, besides=("seconds",)):
        flag = "set" if name == "told" else name.replace("_", "-")
        kind = "judges; give --judge STYLE" if judges.judge is None else "programs; leave out --judge"
        raise OptionError(f"--{flag} is for {kind}, or leave it out")


def _test(name: str, question: PluginsQuestion) -> Listed:
    """Ask a program in odd ways, then hold any metric to the laws of the family; try readers on damaged files."""
    from assay.io import check_reader
    from assay.io.readers import open_reader, reader_offers
    from assay.metrics import ALIASES, METRICS, parse_metric
    from assay.metrics.conformance import check_laws
    from assay.plugins import has_plugin, open_plugin
    from assay.plugins.checks import check_program
    from assay.plugins.judge.call import JudgeCall

    if name not in METRICS and name not in ALIASES and name in reader_offers():
        return _verdicts(name, check_reader(open_reader(name)))
    plugin = open_plugin(name) if has_plugin(name) else None
    judge = plugin is not None and isinstance(plugin.call, JudgeCall)
    if judge and question.plugins.budget is None:
        raise OptionError(f"to test {name} costs some 40 calls; say how many it may cost: --budget calls=100")
    metric = parse_metric(name)
    verdicts = check_program(plugin) if plugin is not None and not judge else {}
    verdicts |= check_laws(metric, plugin.declaration.tolerance if plugin is not None else 0.0)
    return _verdicts(name, verdicts)


def _verdicts(name: str, verdicts: Mapping[str, str]) -> Listed:
    """Say which laws hold."""
    rows = [(law, wrong or "holds") for law, wrong in verdicts.items()]
    broken = sum(map(bool, verdicts.values()))
    told = (
        f"{name} keeps all {len(rows)} laws."
        if not broken
        else f"{name} breaks {broken} of {len(rows)} laws."
    )
    return Listed((Table("laws", (Head("law"), Head(name)), tuple(rows)), Prose(told)), fine=not broken)


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise OptionError(f"--set {text}: write KEY=VALUE")
    return name, value


def _prices(text: str | None) -> tuple[float, float]:
    try:
        price_in, price_out = map(float, (text or "0/0").split("/"))
        if min(price_in, price_out) >= 0:
            return price_in, price_out
    except ValueError:
        pass
    raise OptionError(f"--prices {text}: write two numbers, such as 0.15/0.60")


def _list() -> Listed:
    from assay.plugins import open_plugin, plugin_names
    from assay.plugins.store import plugins_folder

    plugins = [open_plugin(name) for name in plugin_names()]
    rows = [
        (
            each.name,
            each.declaration.label,
            _direction(each.declaration),
            " ".join(each.declaration.inputs),
            each.model,
            each.program,
        )
        for each in plugins
    ]
    heads = ("name", "label", "better", "reads", "model", "program")
    blocks: list[Block] = [Table("plugins", tuple(map(Head, heads)), tuple(rows))] if rows else []
    blocks += _readers()
    none = "" if rows else 'There is no plug-in yet; "assay plugins add --help" says how to add one. '
    return Listed((*blocks, Prose(f"{none}Plug-ins are kept in {plugins_folder()}.")))


def _readers() -> list[Block]:
    """List the readers of other packages."""
    from assay.io.readers import open_reader, package_of, reader_offers

    rows = [(name, " ".join(open_reader(name).endings), package_of(name)) for name in reader_offers()]
    heads = tuple(map(Head, ("reader", "endings", "package")))
    return [Table("readers", heads, tuple(rows), "Readers of files, by other packages")] if rows else []


def _shown(plugin: Plugin) -> Table:
    from assay.plugins.programs import ProgramCall

    declaration = plugin.declaration
    ends = [f"{end:g}" if end is not None else "open" for end in (declaration.low, declaration.high)]
    rows = [
        ("label", declaration.label),
        ("better", _direction(declaration)),
        ("scale", f"{ends[0]} to {ends[1]}, shown times {declaration.times:g}"),
        ("reads", ", ".join(declaration.inputs)),
        ("limit", declaration.limit or "none declared"),
        ("marks errors", "yes" if declaration.spans else "no"),
        ("model", plugin.model),
        ("program", plugin.program),
        ("settings", plugin.settings),
        *(
            (name, _text(value))
            for name, value in vars(plugin.call).items()
            if name not in ("model", "options")
        ),
        *(
            [("folder", plugin.call.model)]
            if isinstance(plugin.call, ProgramCall) and plugin.call.model
            else []
        ),
    ]
    return Table("plugin", (Head("what"), Head(plugin.name)), tuple(rows))


def _direction(declaration: Declaration) -> str:
    return f"{declaration.direction} scores"


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(f"{name}={held}" for name, held in value)
    return "-" if value in (None, "") else str(value)
