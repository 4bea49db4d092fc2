"""Published studies: figures of papers, and figures of tables out of their raw columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assay.io import PostEditFiles, open_postedits, read_postedits
from assay.postedit import EffortStudy, measure_effort
from assay.postedit.options import EffortOptions

FEW = EffortOptions(draws=20)


@pytest.fixture(scope="module")
def novel(shared_dir: Path) -> EffortStudy:
    [path] = (shared_dir / "data" / "postedit" / "novel-en-ca").glob("*.csv")
    return measure_effort(read_postedits(str(path)), FEW)


@pytest.fixture(scope="module")
def stanford(shared_dir: Path) -> EffortStudy:
    folder = shared_dir / "data" / "postedit" / "stanford-en-de"
    return measure_effort(read_postedits(str(folder / "trans_frame.de.csv")), FEW)


def test_productivity_of_a_novel_is_that_of_the_paper(novel: EffortStudy) -> None:
    """Toral, Wieling and Way (2018), postediting_effort_warbreaker.Rmd: words per hour, MT1 +18 %, MT2 +36 %."""
    speeds = {group.name: group.figures["words_per_hour"] for group in novel.systems}
    assert {name: round(100 * (speeds[name] / speeds["ht"] - 1)) for name in ("mt1", "mt2")} == {
        "mt1": 18,
        "mt2": 36,
    }


def test_keystrokes_of_a_novel_are_those_of_the_paper(novel: EffortStudy) -> None:
    """The same: keystrokes per source character, MT1 -9 %, MT2 -23 %; 0.78 between time and keys."""
    keys = {group.name: group.share("keys", "source_chars") for group in novel.systems}
    assert {name: round(100 * (keys[name] / keys["ht"] - 1)) for name in ("mt1", "mt2")} == {
        "mt1": -9,
        "mt2": -23,
    }
    quantities = novel.measured.quantities
    assert round(float(np.corrcoef(quantities["seconds"], quantities["keys"])[0, 1]), 2) == 0.78


def test_both_systems_are_faster_than_scratch_by_the_model(novel: EffortStudy) -> None:
    """The paper's model has length and trial besides, and finds MT1 20 % and MT2 26 % less time than HT."""
    assert novel.gain is not None
    saved = {speed.system: 100 * (1 - 1 / speed.ratio.estimate) for speed in novel.gain.speeds if speed.ratio}
    assert saved == {"mt2": pytest.approx(26, abs=6), "mt1": pytest.approx(20, abs=6)}
    assert all(speed.adjusted < 0.001 for speed in novel.gain.speeds if speed.adjusted is not None)


def test_classes_of_keys_make_up_the_total_of_the_table(novel: EffortStudy) -> None:
    [total] = [check for check in novel.checks if check.name == "keys, all"]
    assert (total.rows, total.equal) == (1980, 1980)


def test_words_of_the_final_texts_are_those_of_the_frame(stanford: EffortStudy) -> None:
    [words] = [check for check in stanford.checks if check.name == "words of the final"]
    assert (words.rows, words.equal) == (432, 432)


def test_shares_of_pauses_come_out_again(stanford: EffortStudy) -> None:
    """pause_mean times pause_cnt over time is pause_ratio: the frame says so, and our seconds of pauses do."""
    counts, lengths = stanford.measured.pauses_at(300)
    seconds = stanford.measured.quantities["seconds"]
    first = 41 * 2.27585365854
    assert (counts[0], lengths[0]) == (41, pytest.approx(first, rel=1e-9))
    assert lengths[0] / seconds[0] == pytest.approx(0.910830201572, rel=1e-9)


def test_post_editing_is_faster_at_stanford_too(stanford: EffortStudy) -> None:
    """Green et al. (2013) report that post-editing takes significantly less time than unaided translation."""
    assert stanford.gain is not None
    speed = stanford.gain.speeds[0]
    assert (speed.system, speed.scratch) == ("google-translate", False)
    assert speed.ratio is not None
    assert speed.ratio.low > 1


def test_hter_of_quality_estimation_is_that_of_the_file(shared_dir: Path) -> None:
    """MLQE-PE: tercom, case-insensitive, capped at 1, of tokenised text."""
    folder = shared_dir / "data" / "postedit" / "mlqe-pe-en-de"
    files = PostEditFiles(mt=str(folder / "test20.mt"), final=str(folder / "test20.pe"))
    quantities = measure_effort(
        open_postedits(files), EffortOptions(draws=20, hter="hter:cap")
    ).measured.quantities
    given = np.loadtxt(folder / "test20.hter")
    own = quantities["ter_edits"] / quantities["ter_words"]
    assert np.mean(np.abs(own - given) < 1e-6) > 0.99
    assert own.mean() == pytest.approx(given.mean(), abs=1e-3)
