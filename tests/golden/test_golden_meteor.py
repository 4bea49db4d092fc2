"""METEOR with its real resources against meteor-1.5.jar: on our own sentences, and on the shared cases."""

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay import kernel
from assay.metrics import Stats
from assay.resources import Resources, is_installed, store_at
from assay.resources.installation import add_resource
from assay.resources.stemming import snowball_stemmer
from assay.resources.store import list_installed, store_folder
from assay.text import Column
from support.metric_scores import stats

REAL = {each.name: each.version for each in list_installed()}.get("meteor-en") == "1.2"
pytestmark = pytest.mark.skipif(
    not REAL or not is_installed("snowball"),
    reason="needs METEOR's resources: assay resources install meteor-en snowball",
)
OWN = json.loads((Path(__file__).parent / "data" / "meteor-jar.json").read_text(encoding="utf-8"))
MODULES = {"stem": "stems", "synonym": "synonyms", "paraphrase": "paraphrases"}
TEXTS = {"-norm": "norm", "-lower": "lower"}


def spec_of(language: str, options: str) -> str:
    """Return our options for those of the program."""
    words = shlex.split(options)
    given = {flag: words[words.index(flag) + 1] for flag in ("-t", "-m", "-w", "-p") if flag in words}
    parts = [f"language={language}"]
    parts += [f"task={given['-t']}"] if "-t" in given else []
    if "-m" in given:
        weights = dict(zip(given["-m"].split(), given["-w"].split(), strict=True))
        parts += ["weights=" + " ".join(weights.get(name, "0") for name in ("exact", *MODULES))]
        parts += [f"{ours}=none" for name, ours in MODULES.items() if name not in weights]
    if "-p" in given:
        names = ("alpha", "beta", "gamma", "delta")
        parts += [f"{name}={value}" for name, value in zip(names, given["-p"].split(), strict=True)]
    text = next((ours for flag, ours in TEXTS.items() if flag in words), "none")
    parts += ["text=nopunct" if "-noPunct" in words else f"text={text}"]
    parts += ["characters"] if "-ch" in words else []
    parts += ["function_words=own"] if "-s" in words else []
    return "meteor:" + ",".join(parts)


def scored(spec: str, case: dict[str, Any]) -> Stats:
    most = max(map(len, case["refs"]))
    streams = [[refs[place] if place < len(refs) else None for refs in case["refs"]] for place in range(most)]
    return stats(spec, case["hyps"], streams)


def agree(found: Stats, case: dict[str, Any]) -> None:
    assert found.each() / 100 == pytest.approx(case["segment_scores"], abs=1e-9)
    assert found.total() / 100 == pytest.approx(case["score"], abs=1e-9)
    language, characters = (getattr(found.metric, name) for name in ("language", "characters"))
    if (
        "segment_stats" in case and language == "en" and not characters
    ):  # others have fewer modules in their rows
        rows = np.array([list(map(float, row.split())) for row in case["segment_stats"]])
        perfect = (rows[:, 20] == 1) & (rows[:, 21:] == rows[:, :2]).all(axis=1)
        rows[perfect, 20] = 0
        assert found.rows.tolist() == rows.tolist()


@pytest.mark.parametrize("case", OWN["cases"], ids=lambda case: f"{case['lang']} {case['options']}")
def test_our_own_sentences(case: dict[str, Any]) -> None:
    if case["lang"] == "ar-bw-red" and "stems.ar.keys.npy" not in Resources().get("meteor-en").files:
        pytest.skip("METEOR's resources are of an earlier version: assay resources install meteor-en")
    agree(scored(spec_of(case["lang"], case["options"]), case), case)


def test_shared_cases(shared_dir: Path, tmp_path: Path) -> None:
    cases = json.loads((shared_dir / "golden" / "semantic.json").read_text(encoding="utf-8"))
    cases = [case for case in cases if case["metric"] == "meteor-1.5" and case["hyps"]]
    assert len(cases) == 32
    store = tmp_path / "store"  # a table is added: the store that tests are run with stays as it is
    store.mkdir()
    for resource in store_folder().iterdir():
        (store / resource.name).symlink_to(resource)
    with store_at(str(store)):
        for case in cases:
            spec = spec_of(case["params"]["lang"], case["params"]["options"])
            if "-a" in case["params"]["options"].split():
                table = tmp_path / "table"
                rows = [f"{p}\n{phrase}\n{other}\n" for phrase, other, p in case["params"]["paraphrases"]]
                table.write_text("".join(rows), encoding="utf-8")
                add_resource("paraphrases-golden", str(table))
                spec += ",paraphrases=paraphrases-golden"
            agree(scored(spec, case), case)


def test_nltk(shared_dir: Path) -> None:
    """Figures of NLTK 3.10.4 with the whole of WordNet 3.0."""
    if not is_installed("wordnet") or "lemmas.keys.npy" not in Resources().get("wordnet").files:
        pytest.skip("needs WordNet with its lemmas: assay resources install wordnet")
    cases = json.loads((shared_dir / "golden" / "semantic.json").read_text(encoding="utf-8"))
    cases = [case for case in cases if case["metric"] == "meteor-nltk"]
    assert len(cases) == 3
    for case in cases:
        given = ",".join(f"{name}={case['params'][name]}" for name in ("alpha", "beta", "gamma"))
        found = scored(f"meteor:version=nltk,{given}", case)
        assert found.each() / 100 == pytest.approx(case["segment_scores"], abs=1e-9)


def test_english_stems_are_those_of_the_store() -> None:
    if Resources().get("snowball").version != "1.2.1":
        pytest.skip("needs the stemmers whose stems the kernel has: assay resources install snowball")
    stem = snowball_stemmer(Resources().get("snowball"), "english")
    words = sorted({word for case in OWN["cases"] for text in case["hyps"] for word in text.lower().split()})
    words += [word + ending for word in words for ending in ("s", "ing", "ed", "ly", "ness", "ational", "y")]
    assert list(Column(*kernel.english_stems(Column.of(words).texts))) == list(map(stem, words))


def test_universal(shared_dir: Path, tmp_path: Path) -> None:
    cases = json.loads((shared_dir / "golden" / "semantic.json").read_text(encoding="utf-8"))
    [case] = [case for case in cases if case["metric"] == "meteor-universal"]
    table, words = tmp_path / "table", tmp_path / "words"
    rows = [f"{p}\n{phrase}\n{other}\n" for phrase, other, p in case["params"]["paraphrases"]]
    table.write_text("".join(rows), encoding="utf-8")
    words.write_text("\n".join(case["params"]["function_words"]), encoding="utf-8")
    add_resource("paraphrases-universal", str(table))
    add_resource("words-universal", str(words))
    options = "language=sl,paraphrases=paraphrases-universal,function_words=words-universal"
    agree(scored(f"meteor:version=universal,{options}", case), case)
