"""The lock of figures: what Assay says of its example set, with every digit. `python tools/figures.py` writes it again.

Two figures may be compared if their signatures are equal, and a signature has options, files and the version, not
the arithmetic. So no figure may change in silence: `tests/figures/GROUP.tsv` holds what came out, a line for every
setting of every metric (scores of the corpus, and means of segments) and for every row and sentence of every analysis.
A test computes them again. Whoever changes a figure runs this, and names the group under "Figures that changed" in
CHANGELOG.md: another test holds the lock against `released.tsv`, which `--release` writes for every release.

This is our own output: it proves nothing right. Figures of other programs, which do, are in `tests/golden`.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import shlex
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import chdir
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
FOLDER = TESTS / "figures"
RELEASED = FOLDER / "released.tsv"
SET = "examples/harbour.xml"
PLAIN = "-r examples/harbour/reference-a.en.txt"
OUTPUTS = "examples/harbour/alder.en.txt examples/harbour/drift.en.txt"
SOURCE = "examples/harbour/source.de.txt"
RATINGS = "examples/harbour/ratings.tsv"
BASELINE = "gate --baseline examples/harbour/birch.en.txt"
# What is asked of the example set, by group and by a name for each command.
COMMANDS: Mapping[str, Mapping[str, str]] = {
    "compare": {
        "all": f"compare {SET} --show all",
        **{
            test: f"compare {SET} --test {test} --show pairs"
            for test in ("bootstrap", "sign", "t", "wilcoxon")
        },
        "sacrebleu-bs": f"compare {SET} -m bleu -m chrf --test sacrebleu-bs --show pairs --baseline birch",
        "blocks": f"compare {PLAIN} {OUTPUTS} -m ter --unit block:10 --interval bca --correction bh",
    },
    "power": {
        "all": f"power {SET} --show all",
        "difference": f"power {PLAIN} {OUTPUTS} -m ter --difference 2",
        "win-rate": "power --win-rate 0.55 --segments 400",
    },
    "diagnose": {
        "words": f"diagnose {SET} --show findings,errors,systems",
        "checks": f"diagnose {PLAIN} -s {SOURCE} {OUTPUTS} --show checks",
    },
    "gate": {
        "corpus": f"{BASELINE} {PLAIN} new=examples/harbour/cedar.en.txt -m bleu -m ter --margin 0.5",
        "bucket": f"{BASELINE} {PLAIN} new=examples/harbour/alder.en.txt -m chrf --bucket case:lower=1",
        "checks": f"gate -s {SOURCE} examples/harbour/drift.en.txt --most loops=5 --most numbers-lost=3",
    },
    "check": {"all": f"check {SET}"},
    "human": {"all": f"human {RATINGS} --show all", "wmt": f"human {RATINGS} --test wmt --standardise z"},
    "rankings": {"all": "human examples/harbour/rankings.csv --show all"},
    "mqm": {"all": "human examples/harbour/mqm.tsv --show all"},
    "meta": {"all": f"meta {RATINGS} {SET} -m bleu -m chrf -m ter --show all --test perm-both"},
    "postedit": {"all": "postedit examples/harbour/postedits.jsonl --show all"},
    "estimate": {"all": f"estimate -s {SOURCE} {OUTPUTS}"},
    "learn": {"all": f"learn {RATINGS} {SET} -m chrf -m ter -o {{folder}}/model.json"},
    "align": {
        "ter": f"align {PLAIN} {OUTPUTS} -m ter --segment 1-3",
        "cder": f"align {PLAIN} {OUTPUTS} -m cder --segment 14",
    },
}
# What is scored with a real resource, where that is installed; else the lock stays as it is.
FROM_STORE: Mapping[str, tuple[str, ...]] = {
    "meteor-en": ("meteor", "meteor:task=adq", "meteor:version=2005"),
    "minilm": ("bertscore", "cosine"),
}
# How far figures may differ from one processor, or release of NumPy and SciPy, to another. What is sums and quotients
# of counts alone may not differ at all.
LOGARITHMS = 1e-12  # logarithms, powers and exponentials, in which the last bit is the library's own
SINGLE = 1e-6  # products of matrices in single precision
TAILS = 1e-9  # tails of distributions, linear algebra and optimisers of SciPy and NumPy
TOLERANCES = {
    **dict.fromkeys(
        ("bleu", "nist", "tolerant-bleu", "lebleu", "ribes", "gtm", "rouge", "impact"), LOGARITHMS
    ),
    **dict.fromkeys(("beer", "combined", "lm", "qe", "meteor", "pet", "eed", "maxsim"), LOGARITHMS),
    **dict.fromkeys(("bertscore", "cosine", "yisi", "wmd", "dreem", "lsa", "meant", "language"), SINGLE),
    **dict.fromkeys(COMMANDS, TAILS),
    "meteor-en": LOGARITHMS,
    "minilm": SINGLE,
}
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
Lines = dict[str, str]


def locked(group: str) -> Lines:
    """Compute what the lock holds of a group: a text by its key."""
    if group in COMMANDS:
        return dict(_of_command(group))
    from assay.resources import Resources

    if group in FROM_STORE:
        return dict(_of_settings(FROM_STORE[group], Resources()))
    return dict(_of_settings(_specs()[group], _resources()))


@cache
def groups() -> tuple[str, ...]:
    """Return the groups: metrics, what is scored with real resources, then commands."""
    return *_specs(), *FROM_STORE, *COMMANDS


def lacks(group: str) -> bool:
    """Tell whether a group wants a resource that is not installed; tests have a small one in its place."""
    from assay.resources import is_installed
    from assay.resources.store import installed_identity

    return group in FROM_STORE and not (is_installed(group) and installed_identity(group) != f"{group}-small")


# --- metrics ----------------------------------------------------------------------------------------


@cache
def _specs() -> dict[str, tuple[str, ...]]:
    sys.path[:0] = [path for path in (str(TESTS), str(TESTS / "laws")) if path not in sys.path]
    from law_sets import SPECS

    return SPECS


@cache
def _resources() -> Any:
    """Return a store of small resources, the same on every machine."""
    from support.small_models import scratch
    from support.small_resources import write_small

    folder = scratch() / "figures"
    folder.mkdir()
    return write_small(str(folder))


@cache
def _sets() -> tuple[Any, ...]:
    """Return the example set with all references, and with the one that has no hole."""
    from assay.io import FileOptions, open_set

    systems = tuple(f"examples/harbour/{name}.en.txt" for name in ("alder", "birch", "cedar", "drift"))
    source, reference = "examples/harbour/source.de.txt", ("examples/harbour/reference-a.en.txt",)
    with chdir(ROOT):
        return (
            list(open_set(FileOptions(systems=(SET,)))),
            list(open_set(FileOptions(systems=systems, reference=reference, source=source))),
        )


def _of_settings(specs: tuple[str, ...], resources: Any) -> Iterator[tuple[str, str]]:
    """Yield the figures of a metric in all settings in which it can score the example set."""
    from assay.resources import store_at

    for spec in specs:
        with store_at(resources.store):
            evaluation = _evaluated(spec, resources)
        if evaluation is None:
            continue
        (metric,) = evaluation.metrics
        key = _plain(spec)
        every = [evaluation.stats[metric, system] for system in evaluation.systems]
        yield f"{key} | signature", _plain(evaluation.signature(metric))
        yield f"{key} | corpus", " ".join(repr(float(stats.total())) for stats in every)
        yield f"{key} | segments", " ".join(repr(_mean(stats.each())) for stats in every)


def _evaluated(spec: str, resources: Any) -> Any:
    """Score the example set; None where a setting is for other texts, such as one that names parses of its own."""
    from assay.errors import AssayError
    from assay.metrics.evaluation import evaluate
    from assay.metrics.specs import parse_metric

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for shards in _sets():
            try:
                return evaluate(shards, [parse_metric(spec)], resources)
            except AssayError:
                continue
    return None


def _mean(values: Any) -> float:
    return math.fsum(values.tolist()) / len(values)


# --- analyses ---------------------------------------------------------------------------------------


def _of_command(group: str) -> Iterator[tuple[str, str]]:
    """Yield every row and sentence of the reports of a group."""
    with tempfile.TemporaryDirectory() as folder:
        for name, command in COMMANDS[group].items():
            for number, block in enumerate(_report(command.format(folder=folder), folder)):
                for place, part in enumerate(_parts(block), start=1):
                    kind = "row" if part.startswith("{") else "sentence"
                    yield (
                        f"{name} | {block.get('name') or number} | {kind} {place:03}",
                        _plain(part.replace(folder, "")),
                    )


def _report(command: str, folder: str) -> list[dict[str, Any]]:
    """Run a command in this process and return the blocks of its report."""
    from assay.cli.main import main

    target = Path(folder) / "report.json"
    words = shlex.split(command)
    output = ["--report", str(target)] if words[0] == "learn" else ["-o", str(target)]
    with chdir(ROOT), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = main([*words, "--format", "json", "--quiet", "--no-config", *output])
    assert code in (0, 1), f"{command}: exit code {code}"
    blocks = json.loads(target.read_text(encoding="utf-8"))["blocks"]
    return [block for block in blocks if block["block"] != "figure"]


def _parts(block: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rows of a table, the items of a list, or a sentence."""
    if block["block"] == "table":
        yield from (json.dumps(row, ensure_ascii=False) for row in block["rows"])
    elif "items" in block:
        yield from (
            item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in block["items"]
        )
    else:
        yield block["text"] if "text" in block else json.dumps(block, ensure_ascii=False)


# --- the lock ---------------------------------------------------------------------------------------


def _plain(text: str) -> str:
    """Return a text without what changes with the version and the machine: folders and versions."""
    from assay.version import __version__
    from support.small_models import scratch

    plain = text.replace(f"{scratch()}/", "").replace(f"{TESTS}/", "").replace("\n", " ")
    return re.sub(
        rf"\|v(?:ersion:assay-|:){re.escape(__version__)}|(?<=Assay ){re.escape(__version__)}", "", plain
    )


def same(one: str, other: str, tolerance: float) -> bool:
    """Tell whether two texts are equal but for numbers, which may differ by so much of their size."""
    if one == other or not tolerance:
        return one == other
    if NUMBER.split(one) != NUMBER.split(other):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=tolerance, abs_tol=tolerance) for a, b in pairs)


def read(group: str) -> Lines:
    """Return the lock of a group; empty where there is none yet."""
    path = FOLDER / f"{group}.tsv"
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if not line.startswith("#"))


def written(group: str, lines: Lines) -> str:
    """Return the file of a group, sorted, headed by how far its figures may differ."""
    tolerance = TOLERANCES.get(group, 0)
    head = f"# equal to {tolerance:g} of their size" if tolerance else "# equal to the last bit"
    return "\n".join(
        [f"{head}; written by tools/figures.py", *(f"{key}\t{lines[key]}" for key in sorted(lines)), ""]
    )


def kept(group: str, lines: Lines) -> Lines:
    """Return new lines, or the old where they are the same: another processor's last digits are no change."""
    old = read(group)
    tolerance = TOLERANCES.get(group, 0)
    return {key: old[key] if same(old.get(key, ""), text, tolerance) else text for key, text in lines.items()}


def digests(lines: Lines) -> dict[str, Lines]:
    """Return, by key and by column, four digits for every figure; sentences take theirs from tables."""
    return {key: _cells(text) for key, text in lines.items() if " | sentence " not in key}


def _cells(text: str) -> Lines:
    cells = json.loads(text) if text.startswith("{") else {"": text}
    return {
        column: hashlib.sha256(json.dumps(value).encode("utf-8")).hexdigest()[:4]
        for column, value in cells.items()
    }


def released() -> tuple[str, dict[str, dict[str, Lines]]]:
    """Return of which version the released figures are, and their digests by group, key and column."""
    head, *lines = RELEASED.read_text(encoding="utf-8").splitlines()
    found: dict[str, dict[str, Lines]] = {}
    for line in lines:
        group, key, *cells = line.split("\t")
        split = (cell.rpartition("=") for cell in cells)
        found.setdefault(group, {})[key] = {column: digest for column, _, digest in split}
    return head.removeprefix("# "), found


def changed() -> dict[str, list[str]]:
    """Return the keys, by group, whose figures are no longer the released ones; new keys and columns are no change."""
    found: dict[str, list[str]] = {}
    for group, before in released()[1].items():
        now = digests(read(group))
        for key, cells in before.items():
            if not cells.items() <= now.get(key, {}).items():
                found.setdefault(group, []).append(key)
    return found


def release(version: str) -> str:
    """Return the file of digests of all figures, as those of a version."""
    lines = [
        "\t".join([group, key, *(f"{column}={digest}" for column, digest in cells.items())])
        for group in groups()
        for key, cells in digests(read(group)).items()
    ]
    return "\n".join([f"# {version}", *lines, ""])


def main() -> int:
    """Write the lock; with `--release`, say that its figures are those of this version."""
    from assay.version import __version__

    FOLDER.mkdir(exist_ok=True)
    for group in groups():
        if lacks(group):
            print(f"{group}: kept as it was; assay resources install {group}")
            continue
        text = written(group, kept(group, locked(group)))
        path = FOLDER / f"{group}.tsv"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{group}: changed")
    if "--release" in sys.argv[1:]:
        RELEASED.write_text(release(__version__), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
