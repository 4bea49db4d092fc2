"""BLEU, chrF, TER and tokenisers against the figures of the programs that define them."""

from pathlib import Path

import pytest
from golden_cases import (
    DIFFERENCES,
    METRICS,
    Case,
    agrees,
    corpus_file,
    deliberate,
    fields_of,
    figures,
    large_corpora,
    load,
    matches,
    scored,
)
from golden_cases import specification as specification_of

from assay import kernel
from assay.metrics.specs import parse_metric
from assay.text.column import Column
from assay.text.tokenisers import tercom, tokenize


@pytest.fixture(scope="module")
def cases(shared_dir: Path) -> list[Case]:
    """Return the cases of the metrics that we have."""
    return [case for case in load(shared_dir / "golden" / "surface.json") if case["metric"] in METRICS]


@pytest.fixture(scope="module")
def tokenisations(shared_dir: Path) -> list[Case]:
    """Return the lines with their tokens."""
    return [case for case in load(shared_dir / "golden" / "surface.json") if case["metric"] == "tokenize"]


def test_no_case_is_lost(cases: list[Case], tokenisations: list[Case]) -> None:
    assert {name: sum(case["metric"] == name for case in cases) for name in METRICS} == {
        "BLEU": 85,
        "chrF": 22,
        "TER": 24,
    }
    assert len(tokenisations) == 6
    assert all(fields_of(case) for case in cases)


def test_figures_are_equal(cases: list[Case], subtests: pytest.Subtests) -> None:
    for case in cases:
        if "corpus" in case:
            continue
        found = scored(case)
        for field in fields_of(case):
            if not deliberate(case, field):
                with subtests.test(specification_of(case), source=case["source"], field=field):
                    assert agrees(case, field, found), figures(case, field, found)


def test_deliberate_differences_still_differ(cases: list[Case], subtests: pytest.Subtests) -> None:
    for difference in DIFFERENCES:
        concerned = [case for case in cases if matches(difference, case)]
        with subtests.test(difference["reason"]):
            assert concerned, "no case is like this any more"
            assert not [
                (case["params"], field)
                for case in concerned
                for field in difference["fields"]
                if field in fields_of(case) and "corpus" not in case and agrees(case, field, scored(case))
            ]


def test_every_difference_has_its_reason() -> None:
    assert all(len(difference["reason"]) > 20 for difference in DIFFERENCES)


def tokens(case: Case) -> list[str]:
    """Tokenise the lines of a case as it says."""
    name, column = case["params"]["tokenizer"], Column.of(case["hyps"])
    if name == "chrF-words":
        return list(Column(*kernel.tokenize(column.texts, "chrf", threads=1)))
    if name == "tercom-normalized":
        return list(tercom(column, normalize=True, punctuation=True, cjk=False, threads=1))
    return list(tokenize(column, name, threads=1))


def test_tokens_are_equal(tokenisations: list[Case], subtests: pytest.Subtests) -> None:
    for case in tokenisations:
        for line, ours, theirs in zip(case["hyps"], tokens(case), case["output"], strict=True):
            with subtests.test(case["params"]["tokenizer"], line=line):
                assert ours.split() == theirs.split()


def test_figures_of_the_large_corpus_are_equal(
    shared_dir: Path, cases: list[Case], subtests: pytest.Subtests
) -> None:
    for case, hyps, refs in large_corpora(shared_dir, cases):
        with subtests.test(specification_of(case), source=case["source"]):
            found = scored({**case, "hyps": hyps, "refs": [refs]})
            assert deliberate(case, "score") or agrees(case, "score", found)


def test_specifications_are_ours(cases: list[Case]) -> None:
    assert all(parse_metric(specification_of(case)).name == case["metric"].lower() for case in cases)


def test_corpora_that_are_not_here_are_named(shared_dir: Path) -> None:
    """Cases of every family whose text is not in the golden file: other tests pass over them."""
    large = [case for case in load(shared_dir / "golden" / "surface.json") if case.get("corpus")]
    assert len(large) > 10, "the golden file has lost its cases of a whole test set"
    lost = {
        str(case["metric"])
        for case in large
        if corpus_file(shared_dir, case["corpus"]["hyp_file"], case["corpus"]["hyp_sha256"]) is None
    }
    if lost:
        pytest.skip(f"newstest2016 is not among the shared data: no figure for {', '.join(sorted(lost))}")
