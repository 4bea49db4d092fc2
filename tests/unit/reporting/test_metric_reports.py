"""Reports on metrics against metrics and on what judgements teach: every block can be written in every format."""

import numpy as np
import pytest

from assay.data.evalset import EvalSet
from assay.meta.contests.compare import TESTS, compare_all
from assay.meta.contests.contest import average_ranks, corrected, metric_ranks
from assay.meta.contests.trio import Criterion
from assay.meta.learning.combinations import combine
from assay.meta.learning.contamination import detect_contamination
from assay.meta.learning.needed import judgements_needed, metrics_needed, steadiness
from assay.reporting.blocks import Listing, Table
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.render.text import render_text
from assay.reporting.tables.meta.contests import average_ranks_table, metric_tests_report
from assay.reporting.tables.meta.learning import (
    combinations_table,
    contamination_report,
    needs_listing,
    needs_table,
    steadiness_report,
)
from assay.stats.settings import Settings
from support.meta_sets import scores

OPTIONS = Settings(draws=200)


def made_up(noise=(0.2, 2.0, 9.0)):
    random = np.random.default_rng(4)
    human = random.normal(size=(8, 30)) + np.arange(8)[:, None]
    return scores(human, "people"), [
        scores(human + size * random.normal(size=human.shape), f"m{place}")
        for place, size in enumerate(noise)
    ]


def written(blocks):
    """Write blocks in every format, and return the plain text."""
    assert all(render_as(blocks, form) for form in FORMATS)
    return render_text(blocks, measure=10_000)


@pytest.mark.parametrize("picture", [False, True])
@pytest.mark.parametrize("test", [test for test in TESTS if test != "williams"])
def test_pairs_of_metrics(test, picture):
    human, metrics = made_up()
    found = corrected(
        compare_all(human, metrics, Criterion("accuracy", "item"), test=test, settings=OPTIONS), "holm"
    )
    blocks = metric_tests_report(found, OPTIONS, correction="holm", name="xx-yy", picture=picture)
    text = written(blocks)
    assert "m0 agrees better with people than m2" in text
    # The test of WMT23 is another one for each statistic.
    assert TESTS["perm-both" if test == "perm-wmt" else test].words in text
    assert "8 systems, 30 segments, 240 human scores" in text
    assert "correction: holm" in text
    if test != "perm-sys":
        assert "200 draws, seed 12345" in text
    else:
        assert "all 256 ways" in text


def test_an_undefined_test_says_so() -> None:
    human, metrics = made_up()
    twin = scores(2 * metrics[0].values, "twin")
    whole = Criterion("pearson", "means")
    found = compare_all(human, [*metrics, twin], whole, test="williams")
    for picture in (False, True):
        text = written(metric_tests_report(found, OPTIONS, picture=picture))
        assert "m0 against twin: undefined: one metric is a linear function of the other." in text


def test_nothing_significant_is_said_in_words() -> None:
    human, metrics = made_up((1.0, 1.0))
    [pairs, *_] = metric_tests_report(compare_all(human, metrics, settings=OPTIONS), OPTIONS, picture=True)
    assert isinstance(pairs, Listing)
    assert pairs.items == ("1 of 1 pairs are not significantly different at 0.05.",)


def test_ranks() -> None:
    human, metrics = made_up()
    contests = {
        grouping: compare_all(human, metrics, Criterion("pearson", grouping), settings=OPTIONS)
        for grouping in ("none", "item")
    }
    tasks = {name: metric_ranks(found) for name, found in contests.items()}
    tasks["item"] = tasks["item"][:2]
    table = average_ranks_table(average_ranks(tasks))
    assert [row[0] for row in table.rows] == ["m0", "m1", "m2"]
    assert table.rows[2][3:] == ("1/2", 3, None)
    text = written([table])
    assert "not comparable" in text
    assert "none 0.5; item 0.5" in text


def test_combinations() -> None:
    human, metrics = made_up((1.0, 1.0))
    table = combinations_table(combine(human, metrics, methods=["uniform", "ridge"], settings=OPTIONS))
    assert len(table.rows) == 4
    text = written([table])
    assert "inside the folds" in text
    assert "too optimistic" in text
    assert "best single, held out" in text


def test_contamination() -> None:
    random = np.random.default_rng(0)
    reference = [[str(word) for word in random.integers(9, size=12)] for _ in range(30)]

    def copy(noise):
        return [
            " ".join(w if random.random() > noise else str(random.integers(9)) for w in line)
            for line in reference
        ]

    outputs = {f"s{number}": copy(0.6) for number in range(6)} | {"thief": copy(0.05), "human": copy(0)}
    evalset = EvalSet("made up", ("", ""), None, {"ref": [" ".join(line) for line in reference]}, None)
    text = written(contamination_report(detect_contamination(evalset, outputs)))
    assert "thief is suspiciously close to ref" in text
    assert "human is the reference ref itself" in text
    clean = {name: outputs[name] for name in outputs if name.startswith("s")}
    assert "No system is suspiciously close" in written(
        contamination_report(detect_contamination(evalset, clean))
    )


def test_needs() -> None:
    human, metrics = made_up()
    needs = [
        *judgements_needed(human, [("a", "b")]),
        *judgements_needed(human, [("a", "b")], difference=0.0),
        metrics_needed(human, *metrics[:2], settings=OPTIONS),
        *judgements_needed(human, [("a", "b")], difference=0.1),
    ]
    listing, table = needs_listing(needs), needs_table(needs)
    assert isinstance(table, Table)
    assert "are enough" in listing.items[0]
    assert "no number of segments" in listing.items[1]
    assert "more than there are" in listing.items[3]
    assert "wanted power 80 %" in written([listing, table])


def test_steadiness() -> None:
    human, metrics = made_up()
    curves = [steadiness(human, metric, Criterion(), subsets=10) for metric in metrics]
    figure, table = steadiness_report(curves)
    text = written([figure, table])
    assert "standard error" in text
    assert "10 random subsets of each size" in text
