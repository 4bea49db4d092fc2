"""What is said of preferences: every number of a result is in its blocks, and every renderer takes them."""

import pytest

from assay.human.preferences.bradley_terry import fit_bradley_terry
from assay.human.preferences.ranking_kappa import ranking_kappas
from assay.human.preferences.stability import without_each
from assay.human.preferences.trueskill import rank_by_trueskill
from assay.human.preferences.wins import pair_tests, rank_by_wins, win_matrix
from assay.reporting.blocks import Estimate, Figure, Table
from assay.reporting.render.formats import FORMATS, render_as
from assay.reporting.tables.human import preferences as recipes
from assay.stats.settings import Settings
from support.preferences import from_counts, preferences

SETTINGS = Settings(draws=100, seed=2)
COUNTS = {("a", "b"): (60, 10, 10), ("a", "c"): (70, 5, 5), ("b", "c"): (30, 5, 28)}


@pytest.fixture(scope="module")
def one():
    return from_counts(COUNTS)


def blocks(one):
    whole, left = without_each(
        preferences([("a", "b", 1), ("a", "b", -1)] * 6, raters=["x", "y", "y"] * 4), SETTINGS
    )
    return [
        *recipes.preference_blocks(
            one,
            [rank_by_wins(one, SETTINGS), rank_by_trueskill(one, SETTINGS)],
            matrix=win_matrix(one),
            tests=pair_tests(one),
            kappas=ranking_kappas(one, SETTINGS),
            settings=SETTINGS,
        ),
        recipes.strengths_table(fit_bradley_terry(one)),
        recipes.left_out_table(whole, left),
    ]


def test_all_parts_are_there_under_names_of_their_own(one):
    made = blocks(one)
    names = [block.name for block in made]
    assert len(set(names)) == len(names)
    assert {
        "preferences.expected-wins",
        "preferences.trueskill",
        "wins",
        "preference-pairs",
        "ranking-kappa",
    } <= {*names}
    assert all(block.notes for block in made if isinstance(block, Table))
    assert all(block.words.endswith(".") for block in made if isinstance(block, Figure))


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_takes_them(one, form):
    assert "expected wins" in render_as(blocks(one), form)


def test_the_ranking_says_where_it_comes_from(one):
    table = recipes.ranking_table(rank_by_wins(one, SETTINGS, "segment"), one)
    assert [row[:2] for row in table.rows] == [(1, "a"), (2, "b"), (2, "c")]
    assert [row[3:] for row in table.rows] == [(1, 1, 160), (2, 3, 143), (2, 3, 143)]
    assert "100 draws, unit: segment, seed 2" in table.notes[0]
    assert "ranges of ranks hold each by itself" in table.notes[0]
    joint = recipes.ranking_table(rank_by_wins(one, SETTINGS, "segment", joint=True), one)
    assert "ranges of ranks hold all together" in joint.notes[0]
    assert "223 judgements of pairs, 20 of them ties; systems: 3, raters: 1, segments: 223" in table.notes[-1]
    assert table.facts["cluster_sizes"] == (1, 2)


def test_the_matrix_is_coloured_where_the_test_decides(one):
    figure = recipes.win_figure(win_matrix(one), pair_tests(one), SETTINGS)
    words = {row[:2]: row[3] for row in figure.data.rows}
    assert words["a", "b"] == "better"
    assert words["b", "a"] == "worse"
    assert words["b", "c"] == words["c", "b"] == "open"
    assert figure.words == "Significant: a beats b, c."


def test_pairs_without_a_decision_have_no_share() -> None:
    one = from_counts({("a", "b"): (0, 3, 0), ("b", "c"): (2, 0, 1)})
    rows = recipes.pairs_table(pair_tests(one), SETTINGS).rows
    assert rows[0][:6] == ("a", "b", 0, 0, 3, None)
    assert isinstance(rows[1][5], Estimate)
    table = recipes.win_table(win_matrix(one))
    assert table.rows[0] == ("a", None, None, None, None)


def test_penalties_and_groups_are_told() -> None:
    with pytest.warns(UserWarning, match="never lost"):
        model = fit_bradley_terry(from_counts({("a", "b"): (5, 0, 0), ("b", "c"): (3, 0, 2)}))
    notes = recipes.strengths_table(model).notes
    assert any("penalty 0.1" in note for note in notes)
    assert any("a | b, c" in note for note in notes)


def test_the_judgements_are_described() -> None:
    listing = recipes.data_listing(from_counts({("a", "b"): (3, 2, 1)}))
    assert listing.items[1:] == (
        "Ties: 33.3 %.",
        "The output shown first won 75.0 % of the decided pairs (30.1 to 95.4; sign test p = 0.6250).",
    )
