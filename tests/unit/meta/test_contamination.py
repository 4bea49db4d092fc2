"""Systems too close to a reference: one in WMT23 he-en, none in en-de, and made-up ones."""

import numpy as np
import pytest

from assay.data.evalset import EvalSet
from assay.errors import InputError
from assay.meta.learning.contamination import detect_contamination, robust_z
from assay.metrics.specs import parse_metric


def lines(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def wmt23_texts(shared_dir, pair, references):
    folder = shared_dir / "data" / "wmt23"
    outputs = {path.stem: lines(path) for path in sorted((folder / "system-outputs" / pair).glob("*.txt"))}
    columns = {name: lines(folder / "references" / f"{pair}.{name}.txt") for name in references}
    return EvalSet(pair, ("", ""), None, columns, None), outputs


@pytest.mark.parametrize("metric", ["bleu", "chrf"])
@pytest.mark.parametrize("references", [("refA", "refB"), ("refA",)])
def test_online_b_is_too_close_to_a_reference_of_he_en(shared_dir, metric, references):
    evalset, outputs = wmt23_texts(shared_dir, "he-en", references)
    found = detect_contamination(evalset, outputs, parse_metric(metric))
    [suspect] = found.suspects
    assert (suspect.system, suspect.reference) == ("ONLINE-B", "refA")
    assert ("refA", "refA") in found.references_themselves
    if metric == "bleu":
        assert suspect.score == pytest.approx(75.1320539763)
        assert len(references) == 1 or suspect.elsewhere == pytest.approx(46.1671371742)


def test_the_other_reference_of_he_en_is_clean(shared_dir):
    assert not detect_contamination(*wmt23_texts(shared_dir, "he-en", ["refB"])).suspects


def test_en_de_is_clean(shared_dir):
    evalset, outputs = wmt23_texts(shared_dir, "en-de", ["refA", "synthetic_ref"])
    assert not detect_contamination(evalset, outputs).suspects
    systems = {name: column for name, column in outputs.items() if name not in ("refA", "synthetic_ref")}
    alone = EvalSet("en-de", ("", ""), None, {"refA": evalset.references["refA"]}, None)
    assert not detect_contamination(alone, systems).suspects


WORDS = [
    *("the", "a", "old", "new", "boat", "ship", "came", "went"),
    *("into", "out", "of", "port", "late", "fast"),
]


def made_up(seed=0, systems=6, stolen=None):
    """Return two references and systems, each a noisy copy of one hidden text; one may be almost a reference."""
    random = np.random.default_rng(seed)
    hidden = [random.choice(WORDS, 12) for _ in range(60)]

    def copy(line, noise):
        return " ".join(np.where(random.random(len(line)) < noise, random.choice(WORDS, len(line)), line))

    columns = {name: [copy(line, 0.45) for line in hidden] for name in ("refA", "refB")}
    outputs = {f"s{number}": [copy(line, 0.35) for line in hidden] for number in range(systems)}
    if stolen:
        outputs["thief"] = [copy(line.split(), 0.1) for line in columns[stolen]]
    return EvalSet("made up", ("", ""), None, columns, None), outputs


@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_a_system_made_from_a_reference_is_found(metric: str) -> None:
    evalset, outputs = made_up(1, stolen="refB")
    found = detect_contamination(evalset, outputs, parse_metric(metric))
    assert [(one.system, one.reference) for one in found.suspects] == [("thief", "refB")]
    assert found.higher_is_better == (metric == "bleu")
    assert all(one.score >= 0 for one in found.closeness)


def test_nothing_is_found_where_nothing_is() -> None:
    flagged = sum(bool(detect_contamination(*made_up(seed)).suspects) for seed in range(10))
    assert flagged <= 1


def test_segments_without_a_reference_are_counted() -> None:
    evalset, outputs = made_up(2)
    columns = {name: list(column) for name, column in evalset.references.items()}
    columns["refB"][:5] = [None] * 5
    found = detect_contamination(EvalSet("gaps", ("", ""), None, columns, None), outputs)
    assert (found.segments, found.left_out) == (55, 5)


def test_too_few_systems_are_refused() -> None:
    evalset, outputs = made_up(3, systems=3)
    with pytest.raises(InputError, match="at least 4"):
        detect_contamination(evalset, outputs)
    with pytest.raises(InputError, match="at least 4"):
        detect_contamination(evalset, outputs | {"copy": list(evalset.references["refA"])})


def test_robust_distances() -> None:
    assert robust_z(np.array([1.0, 2, 3, 4, 100]))[4] == pytest.approx(97 / 1.4826)
    assert robust_z(np.array([1.0, 1, 1, 1, 2]))[4] > 3
    assert not robust_z(np.ones(4)).any()
