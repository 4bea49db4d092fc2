"""METEOR's trainer: parameters that made the judgements are found again, and those of real ones agree better."""

from pathlib import Path

import numpy as np
import pytest

from assay.data import Array
from assay.errors import InputError, OptionError
from assay.metrics import Judged, Meteor
from assay.metrics.meaning.meteor.train_options import TrainOptions
from assay.metrics.meaning.meteor.training import Setting, parse_meteor, train_meteor
from support import program
from support.small_resources import write_small

COARSE = TrainOptions(alpha_step=0.1, beta_step=0.5, gamma_step=0.1, delta_step=0.25, weight_step=0.5)
TRUTH = Setting(1.0, 0.7, 1.5, 0.4, 0.75, (1.0, 0.5, 1.0, 0.5))


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_small(str(tmp_path / "store"))
    monkeypatch.setenv("ASSAY_RESOURCES", str(tmp_path / "store"))


def generated(segments: int = 300, seed: int = 1) -> Array:
    """Return statistics of segments that might be."""
    draw = np.random.default_rng(seed)
    matches = draw.integers(0, 5, (segments, 4, 2, 2))
    matched = matches.sum(axis=(1, 2))
    functions = matches.sum(axis=1)[:, 1] + draw.integers(0, 4, (segments, 2))
    lengths = matched + functions + draw.integers(1, 6, (segments, 2))
    chunks = draw.integers(1, np.maximum(matched.min(axis=1), 1) + 1)
    parts = [lengths, functions, matches.reshape(segments, 16), chunks[:, None], matched]
    return np.concatenate(parts, axis=1).astype(np.float64)


def scored(rows: Array, setting: Setting) -> Array:
    metric = Meteor(
        alpha=setting.alpha,
        beta=setting.beta,
        gamma=setting.gamma,
        delta=setting.delta,
        weights=setting.weights,
    )
    return metric.score(rows)


@pytest.mark.parametrize("objective", ["pearson", "spearman"])
def test_scores_give_their_parameters_back(objective: str) -> None:
    rows = generated()
    options = TrainOptions(**{**vars(COARSE), "objective": objective})
    trained = train_meteor(Meteor(), Judged(rows, scores=3 * scored(rows, TRUTH) - 7), options)
    best = trained.settings[0]
    assert best.agreement == pytest.approx(1, abs=1e-9)
    assert (best.alpha, best.beta, best.gamma, best.delta, best.weights) == (
        0.7,
        1.5,
        0.4,
        0.75,
        TRUTH.weights,
    )
    assert trained.given.agreement < best.agreement
    assert [each.agreement for each in trained.settings] == sorted(
        (each.agreement for each in trained.settings), reverse=True
    )


def test_the_agreement_is_the_correlation_of_the_metric() -> None:
    rows = generated(seed=2)
    people = np.random.default_rng(3).normal(size=len(rows)) + scored(rows, TRUTH) / 20
    best = train_meteor(Meteor(), Judged(rows, scores=people), COARSE).settings[0]
    weights = rows[:, 1] / rows[:, 1].sum()
    spread = np.cov(scored(rows, best), people, aweights=weights, ddof=0)
    assert best.agreement == pytest.approx(spread[0, 1] / np.sqrt(spread[0, 0] * spread[1, 1]), abs=1e-9)


def test_rankings_are_found_again() -> None:
    rows = generated(seed=4)
    truth = scored(rows, TRUTH)
    pairs = np.random.default_rng(5).integers(0, len(rows), (2000, 2))
    better = truth[pairs[:, 0]] > truth[pairs[:, 1]]
    pairs = np.where(better[:, None], pairs, pairs[:, ::-1])[truth[pairs[:, 0]] != truth[pairs[:, 1]]]
    trained = train_meteor(Meteor(), Judged(rows, pairs=pairs), COARSE)
    assert trained.objective == "consistency"
    assert trained.settings[0].agreement > 0.98
    assert trained.settings[0].agreement > trained.given.agreement + 0.1


def test_modules_without_matches_keep_their_weights() -> None:
    rows = generated()
    rows[:, 12:20] = 0
    trained = train_meteor(Meteor(), Judged(rows, scores=scored(rows, TRUTH)), COARSE)
    assert {each.weights[2:] for each in trained.settings} == {(0.8, 0.6)}


@pytest.mark.parametrize(
    ("judged", "options", "message"),
    [
        (Judged(generated(), scores=np.ones(300)), TrainOptions(), "all of them are equal"),
        (Judged(generated(), scores=np.full(300, np.nan)), TrainOptions(), "too few scores"),
        (Judged(generated(), pairs=np.zeros((0, 2), np.int64)), TrainOptions(), "no pair"),
        (
            Judged(generated(), scores=np.arange(300.0)),
            TrainOptions(objective="consistency"),
            "needs rankings",
        ),
        (Judged(generated(), pairs=np.array([[0, 1]])), TrainOptions(objective="pearson"), "needs scores"),
    ],
)
def test_judgements_that_say_nothing_are_refused(judged: Judged, options: TrainOptions, message: str) -> None:
    with pytest.raises(InputError, match=message):
        train_meteor(Meteor(), judged, options)


def test_another_metric_is_refused() -> None:
    with pytest.raises(OptionError, match="bleu is not METEOR"):
        parse_meteor("bleu")


def test_parameters_of_one_year_serve_the_next(shared_dir: Path) -> None:
    """Words and stems alone: direct assessments of WMT15 train what agrees better with those of WMT16."""
    from support.metric_scores import stats

    metric = parse_meteor("meteor:synonyms=none,paraphrases=none")
    rows, people = {}, {}
    for year in ("wmt15", "wmt16"):
        sets = sorted((shared_dir / "data" / "da-seg" / year).iterdir())
        read = {
            name: [
                line
                for folder in sets
                for line in (folder / name).read_text(encoding="utf-8").split("\n")[:-1]
            ]
            for name in ("mt-system.txt", "reference.txt", "human.txt")
        }
        rows[year] = stats(metric, read["mt-system.txt"], [read["reference.txt"]]).rows
        people[year] = np.array(list(map(float, read["human.txt"])))
    best = train_meteor(metric, Judged(rows["wmt15"], scores=people["wmt15"]), COARSE).settings[0]
    trained, given = (
        np.corrcoef(values, people["wmt16"])[0, 1]
        for values in (scored(rows["wmt16"], best), metric.score(rows["wmt16"]))
    )
    assert trained > given + 0.01


def write(folder: Path, **files: str) -> None:
    for name, content in files.items():
        (folder / f"{name}.txt").write_text(content, encoding="utf-8")


def test_command(tmp_path: Path) -> None:
    write(
        tmp_path,
        ref="the big boat came\na fast ship\nthe cat sat\nwe left\n",
        a="the large boat came\na ship\ncat sat\nwe left\n",
        b="boats\na quick ship\nthe cat\nleft we\n",
        good="3\n2\n1\n4\n",
        bad="1\nNaN\n1\n2\n",
        ranks="1 a b\n3 a b\n4 a b\n2 b a\n",
    )
    texts = ("meteor-train", "a=a.txt", "b=b.txt", "-r", "ref.txt")
    scores = ("--scores", "good.txt", "--scores", "bad.txt")
    run = program.assay(*texts, *scores, "--weight-step", "0.5", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert 'use the best with -m "meteor:' in run.stdout
    spec = run.stdout.split('use the best with -m "')[1].split('"')[0]
    again = program.assay("score", "a.txt", "-r", "ref.txt", "-m", spec, cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    ranked = program.assay(*texts, "--rankings", "ranks.txt", cwd=tmp_path)
    assert ranked.returncode == 0, ranked.stderr
    assert "right less wrong pairs" in ranked.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.txt"], "either --scores or --rankings"),
        (["a.txt", "--scores", "short.txt"], "short.txt has 1 score,"),
        (["a.txt", "--scores", "words.txt"], "line 1: a score is one number"),
        (["a.txt", "a2=a.txt", "--scores", "short.txt"], "2 outputs and 1 files of scores"),
        (["a.txt", "--rankings", "words.txt"], "line 1: a line is SEGMENT BETTER WORSE"),
        (["a.txt", "--rankings", "unknown.txt"], "there is no such output"),
        (["a=a.txt", "--rankings", "beyond.txt"], "segment 9 is none of the 2"),
        (["a.txt", "--scores", "short.txt", "-m", "bleu"], "bleu is not METEOR"),
        ([], "no system output"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path: Path, arguments: list[str], message: str) -> None:
    write(
        tmp_path,
        ref="x\ny\n",
        a="x\ny\n",
        short="1\n",
        words="one two\n1\n",
        unknown="1 x y\n",
        beyond="9 a a\n",
    )
    run = program.assay("meteor-train", *arguments, "-r", "ref.txt", cwd=tmp_path)
    assert run.returncode in (1, 2)
    assert message in run.stderr
    assert "Traceback" not in run.stderr
