"""Metrics by name: imported when asked for, offered by other packages, added by programs."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from assay.errors import DependencyError, OptionError
from assay.metrics import registry
from assay.metrics.base import Metric
from assay.metrics.registry import ALIASES, METRICS
from assay.metrics.specs import parse_metric, signature_of, spec_of
from assay.metrics.words.gtm import Gtm
from support.program import LIMIT

WIDTH = '''
from dataclasses import dataclass
from typing import ClassVar
import numpy as np
from assay.metrics import option

@dataclass(frozen=True)
class Width:
    """Characters of the output."""
    name: ClassVar[str] = "width"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    times: float = option(1.0, "factor")
    label = "Width"
    columns = ("sum", "segments")
    def prepare(self, evalset, resources):
        return lambda outputs: np.array([[self.times * len(text), 1.0] for text in outputs])
    def score(self, totals):
        return totals[..., 0] / totals[..., 1]

@dataclass(frozen=True)
class Plain:
    name: ClassVar[str] = "plain"
    times: float = 1.0

class Bare:
    name = "bare"
'''

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a distribution as an installer would leave it: a module, and a folder of metadata beside it."""

    def put(package: str, **offers: str) -> Path:
        info = tmp_path / f"{package}-2.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.1\n")
        lines = [f"{name.replace('_', '-')} = {place}" for name, place in offers.items()]
        (info / "entry_points.txt").write_text("\n".join(["[assay.metrics]", *lines, ""]))
        (tmp_path / "widths.py").write_text(WIDTH)
        return tmp_path

    forget()
    monkeypatch.syspath_prepend(tmp_path)
    yield put
    monkeypatch.undo()
    forget()
    sys.modules.pop("widths", None)


def forget() -> None:
    registry._offers.cache_clear()
    registry._load.cache_clear()


def test_a_metric_of_another_package_is_a_metric_like_ours(install: Install) -> None:
    install("their-metrics", width="widths:Width")
    metric = parse_metric("width:times=2")
    assert spec_of(metric) == "width:times=2.0"
    assert signature_of(metric, (1, 1)).startswith("width|times:2.0|refs:1|v:")
    assert signature_of(metric, (1, 1)).endswith("+their-metrics-2.1")
    assert parse_metric(signature_of(metric, (1, 1))) == metric
    assert list(METRICS)[-1] == "width"
    assert "width" in METRICS
    assert len(METRICS) == len(list(METRICS))


def test_the_command_line_knows_it_too(install: Install) -> None:
    place = install("their-metrics", width="widths:Width")
    for name, text in (("out", "four\n"), ("ref", "four\n")):
        (place / name).write_text(text)
    code = (
        f"import sys; sys.path.insert(0, {str(place)!r}); from assay.cli.main import main; sys.exit(main())"
    )
    command = [
        sys.executable,
        "-c",
        code,
        "score",
        "-r",
        str(place / "ref"),
        str(place / "out"),
        "-m",
        "width",
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=True)
    assert "4.00" in run.stdout
    assert "+their-metrics-2.1" in run.stdout


@pytest.mark.parametrize(
    ("offers", "name", "message"),
    [
        ({"width": "nowhere:Width"}, "width", "metric width of their-metrics-2.1 cannot be loaded"),
        ({"size": "widths:Width"}, "size", "not a dataclass named size"),
        ({"bare": "widths:Bare"}, "bare", "not a dataclass named bare"),
        ({"plain": "widths:Plain"}, "plain", "declare times with option"),
    ],
)
def test_what_is_no_metric_is_refused(
    install: Install, offers: dict[str, str], name: str, message: str
) -> None:
    install("their-metrics", **offers)
    with pytest.raises(DependencyError, match=message):
        parse_metric(name)


def test_two_packages_cannot_offer_the_same_name(install: Install) -> None:
    install("their-metrics", width="widths:Width")
    install("our-metrics", width="widths:Width")
    with pytest.raises(DependencyError, match=r"offered by .*-metrics-2.1 and .*-metrics-2.1"):
        parse_metric("width")


def test_a_name_of_ours_stays_ours(install: Install) -> None:
    install("their-metrics", **{"bleu": "widths:Width", "chrf++": "widths:Width"})
    assert parse_metric("bleu").label == "BLEU"
    assert parse_metric("chrf++").label == "chrF2++"
    assert not registry._offers()


@dataclass(frozen=True)
class Fixed(Gtm):
    """A metric that a program defines."""

    name: ClassVar[str] = "fixed"


def test_a_program_adds_its_own_and_takes_it_away() -> None:
    METRICS["fixed"] = Fixed
    try:
        assert parse_metric("fixed:exponent=2") == Fixed(exponent=2.0)
        assert list(METRICS)[-1] == "fixed"
    finally:
        del METRICS["fixed"]
    assert "fixed" not in METRICS
    with pytest.raises(OptionError, match="unknown metric 'fixed'"):
        parse_metric("fixed")


@pytest.mark.parametrize("name", ["bleu", "chrf++", "another"])
def test_a_program_cannot_replace_ours(name: str) -> None:
    metric: type[Metric] = Fixed
    with pytest.raises(OptionError, match="use its own name, none of ours"):
        METRICS[name] = metric


def test_a_metric_is_imported_when_it_is_asked_for() -> None:
    code = (
        "import sys; from assay.metrics import parse_metric, signature_of; parse_metric('chrf')\n"
        "print(*sorted(name for name in sys.modules if name.startswith('assay.metrics.')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT, check=True
    )
    families = [name for name in run.stdout.split() if name.count(".") == 3]
    assert families == ["assay.metrics.ngrams.chrf"]


def test_aliases_stand_for_metrics_that_there_are() -> None:
    assert all(parse_metric(alias) == parse_metric(meaning) for alias, meaning in ALIASES.items())
