"""Plug-ins for tests: a store of their own, and the toy in whichever form a test wants it."""

from collections.abc import Sequence
from pathlib import Path

from assay.plugins import Plugin, open_plugin, use_plugins
from assay.plugins.addition import add_program
from assay.plugins.options import PluginOptions
from assay.plugins.programs import ProgramCall
from assay.plugins.requests import Request, Scored
from assay.plugins.scoring import score_requests

TOY = Path(__file__).parents[1] / "unit" / "plugins" / "toy.py"


def add_toy(name: str = "toy", *, model: str | None = None, seconds: float = 60, **options: object) -> Plugin:
    """Add the toy with these options."""
    told = tuple((key, str(value)) for key, value in options.items())
    return add_program(name, ProgramCall(str(TOY), model=model, options=told, seconds=seconds))


def requests(*hypotheses: str) -> list[Request]:
    """Return a request for each output, against one reference."""
    return [Request(hypothesis, None, "a reference") for hypothesis in hypotheses]


def scored(cache: Path, *hypotheses: str, name: str = "toy") -> list[Scored]:
    """Score outputs with the cache in a file."""
    with use_plugins(PluginOptions(cache=str(cache))):
        return score_requests(open_plugin(name), requests(*hypotheses))


def asked(log: Path) -> list[str]:
    """Return the outputs that the toy was asked for, in order."""
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


def values(answers: Sequence[Scored]) -> list[float | None]:
    """Return the scores alone."""
    return [answer.score for answer in answers]
