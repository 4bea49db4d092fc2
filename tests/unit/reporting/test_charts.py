"""Figures: what is drawn stands where its numbers say, within the picture, for any numbers and names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.reporting.blocks import FIGURES, Figure, FigureKind, drawn
from assay.reporting.render import charts
from assay.reporting.render.charts import figure_svg
from assay.reporting.render.drawings.marks import BLUE, COLOURS, ORANGE, look
from assay.reporting.render.svg import GREY, INK, cut_names, wide

SVG = "{http://www.w3.org/2000/svg}"
Rows = list[tuple[Any, ...]]


def picture(kind: FigureKind, rows: Rows, axis: str = "", upright: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(
        figure_svg(Figure("f", kind, "t", drawn(kind, "d", rows), "words", axis, upright))
    )


def words(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def tips(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}title")]


def lines(root: ElementTree.Element, colour: str) -> list[tuple[float, ...]]:
    return [
        tuple(float(element.attrib[end]) for end in ("x1", "x2", "y1"))
        for element in root.iter(f"{SVG}line")
        if element.attrib["stroke"] == colour
    ]


def test_there_is_a_drawing_for_every_kind_of_figure() -> None:
    assert set(FIGURES) == set(get_args(FigureKind))
    assert set(charts.DRAWINGS) == set(FIGURES)


def test_intervals_lie_on_the_scale_of_their_own_panel() -> None:
    root = picture(
        "intervals", [("BLEU", "a", 30.0, 20.0, 40.0), ("BLEU", "b", 60.0, 50.0, 70.0), ("TER", "a", 5, 4, 6)]
    )
    (left, right, y), (other_left, _, other_y), alone = lines(root, BLUE)
    points = [float(element.attrib["cx"]) for element in root.iter(f"{SVG}circle")]
    assert points[0] == pytest.approx((left + right) / 2, abs=0.11)
    assert (other_left - left) / (right - left) == pytest.approx(30 / 20, abs=0.02)
    assert y < other_y < alone[2]
    assert tips(root) == ["a: 30, from 20 to 40", "b: 60, from 50 to 70", "a: 5, from 4 to 6"]
    assert words(root)[0] == "BLEU"
    assert "TER" in words(root)


def dashed(root: ElementTree.Element) -> list[float]:
    return [float(one.attrib["x1"]) for one in root.iter(f"{SVG}line") if "stroke-dasharray" in one.attrib]


def test_an_interval_that_holds_zero_is_drawn_across_the_line_of_zero() -> None:
    root = picture("intervals", [("m", "a - b", 1.0, -1.0, 3.0)])
    (zero,) = dashed(root)
    ((left, right, _),) = lines(root, BLUE)
    assert zero == pytest.approx(left + (right - left) / 4, abs=0.2)
    assert dashed(picture("intervals", [("m", "a - b", 2.0, 1.0, 3.0)])) == []


def test_ranks_have_no_halves() -> None:
    root = picture("intervals", [("rank", "a", 1, 1, 2), ("rank", "b", 2, 1, 2)])
    assert [word for word in words(root) if word[0].isdigit()] == ["1", "2"]


def test_a_number_that_is_not_known_is_not_drawn() -> None:
    root = picture("intervals", [("m", "a", float("nan"), None, None), ("m", "b", 2.0, 1.0, 3.0)])
    assert len(lines(root, BLUE)) == 1
    assert {"a", "b"} <= set(words(root))


def test_a_matrix_has_a_colour_and_a_label_a_pair() -> None:
    root = picture("matrix", [("a", "b", 0.01, "better", "> 0.0100"), ("b", "a", 0.01, "worse", "< 0.0100")])
    squares = list(root.iter(f"{SVG}rect"))[:2]
    assert [one.attrib["fill"] for one in squares] == [BLUE, ORANGE]
    assert {"> 0.0100", "< 0.0100", "better", "worse", "open"} <= set(words(root))
    assert float(squares[0].attrib["x"]) > float(squares[1].attrib["x"])
    assert float(squares[0].attrib["y"]) < float(squares[1].attrib["y"])


def test_a_matrix_of_many_systems_keeps_its_letters_and_is_scrolled() -> None:
    names = [f"system-{number}" for number in range(20)]
    rows: Rows = [(a, b, 0.5, "open", "? 0.5000") for a in names for b in names if a != b]
    assert picture("matrix", rows).attrib["class"] == "wide"
    assert "class" not in picture("matrix", rows[:1]).attrib


def test_bars_are_as_high_as_their_counts() -> None:
    rows: Rows = [(-2.0, -1.0, 4, "b"), (-1.0, 0.0, 0, "b"), (0.0, 1.0, 8, "a"), (1.0, 2.0, 2, "a")]
    bars = [one for one in picture("histogram", rows).iter(f"{SVG}rect") if len(one)]
    heights = [float(one.attrib["height"]) for one in bars]
    assert heights == pytest.approx([heights[2] * 2, heights[2] * 4, heights[2]], abs=0.2)
    assert [one.attrib["fill"] for one in bars] == [COLOURS[0], COLOURS[1], COLOURS[1]]
    assert len({one.attrib["width"] for one in bars}) == 1


def test_small_histograms_share_their_axes() -> None:
    rows: Rows = [
        ("anna", 0, 50, 1),
        ("anna", 50, 100, 3),
        ("bert", 0, 50, 6),
        *[(f"r{n}", 0, 50, 1) for n in range(3)],
    ]
    root = picture("histograms", rows)
    heights = [float(one.attrib["height"]) for one in root.iter(f"{SVG}rect")]
    assert heights[:3] == pytest.approx([heights[0], heights[0] * 3, heights[0] * 6], abs=0.4)
    corners = [one.attrib["transform"] for one in root.iter(f"{SVG}g")]
    assert len(set(corners)) == 5
    assert corners[3].startswith("translate(0.0 ")


def test_rings_are_as_wide_and_high_as_intervals_and_missing_without() -> None:
    rows: Rows = [
        (1.0, 2.0, "a", "systems", 0.5, 1.5, 1.0, 3.0),
        (3.0, 4.0, "b", "far", None, None, None, None),
    ]
    root = picture("scatter", rows, "metric", "people")
    (ring,) = root.iter(f"{SVG}ellipse")
    point = re.findall(r"[\d.]+", next(root.iter(f"{SVG}path")).attrib["transform"])
    assert [float(ring.attrib[name]) for name in ("cx", "cy")] == [float(number) for number in point]
    assert {"a", "b", "systems", "far", "metric", "people"} <= set(words(root))


def test_labels_of_points_that_crowd_do_not_overlap_and_say_so() -> None:
    rows: Rows = [(1 + n / 1e4, 1 + n / 1e4, f"system {n}", "systems", *[None] * 4) for n in range(30)]
    rows += [(2.0, 2.0, "alone", "systems", *[None] * 4)]
    root = picture("scatter", rows)
    shown = [word for word in words(root) if word.startswith("system ")]
    assert 1 <= len(shown) < 30
    assert "alone" in words(root)
    assert f"{30 - len(shown)} without a label where they crowd: point at them" in words(root)
    assert len([tip for tip in tips(root) if tip.startswith("system ")]) == 30


def test_a_heat_map_is_fuller_where_the_value_is_higher() -> None:
    rows: Rows = [
        ("m", "t", 0.2, "0.200"),
        ("m", "u", 0.9, "0.900"),
        ("n", "t", 0.5, "0.500"),
        ("n", "u", None, "–"),
    ]
    fullness = [float(one.attrib["fill-opacity"]) for one in picture("heat", rows).iter(f"{SVG}rect")]
    assert fullness[0] < fullness[2] < fullness[1]
    assert fullness[3] == 0


def test_lines_run_from_left_to_right_and_each_has_its_dashes() -> None:
    rows: Rows = [
        ("a", 0.0, 1.0, ""),
        ("a", 1.0, 3.0, ""),
        ("a", 0.5, 2.0, "best"),
        ("b", 0.0, float("nan"), ""),
        ("b", 1.0, 1.0, ""),
    ]
    root = picture("curve", rows)
    first, second = root.iter(f"{SVG}polyline")
    places = [tuple(map(float, place.split(","))) for place in first.attrib["points"].split()]
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)
    assert len(second.attrib["points"].split()) == 1
    assert first.attrib["stroke-dasharray"] != second.attrib["stroke-dasharray"]
    assert "best" in words(root)


def test_no_two_of_many_lines_look_the_same() -> None:
    rows: Rows = [(f"series {number}", x, float(number), "") for number in range(40) for x in (0.0, 1.0)]
    looks = [
        (one.attrib["stroke"], one.attrib["stroke-dasharray"])
        for one in picture("curve", rows).iter(f"{SVG}polyline")
    ]
    assert len(set(looks)) == 40


def test_many_places_that_look_alike_are_few() -> None:
    rows: Rows = [("a", number / 1e5, number / 1e5, "") for number in range(100_000)]
    assert len(figure_svg(Figure("f", "curve", "t", drawn("curve", "d", rows), ""))) < 80_000


def test_long_names_are_cut_and_shown_whole_under_the_mouse() -> None:
    root = picture("intervals", [("m", "a" * 200, 1.0, 0.5, 2.0)])
    cut = next(word for word in words(root) if word.startswith("aaa"))
    assert cut.endswith("…")
    assert len(cut) < 30
    assert "a" * 200 in tips(root)


def test_a_ranking_has_a_band_a_letter_and_a_colour_a_system() -> None:
    rows: Rows = [("a", 60.0, 55.0, 65.0, "A"), ("b", 58.0, 54.0, 63.0, "A"), ("c", 30.0, 28.0, 33.0, "B")]
    figure = Figure("f", "ranking", "t", drawn("ranking", "d", rows), "words", systems=("b", "a", "c"))
    root = ElementTree.fromstring(figure_svg(figure))
    heights = [float(band.attrib["height"]) for band in root.iter(f"{SVG}rect")]
    assert len(heights) == 2
    assert heights[0] > heights[1]
    colours = [point.attrib["fill"] for point in root.iter(f"{SVG}path")]
    assert colours == [look(1).colour, look(0).colour, look(2).colour]
    assert {"A", "B", "60.00", "58.00", "30.00"} <= set(words(root))


def test_differences_stand_below_the_diagonal_and_are_pale_where_open() -> None:
    rows: Rows = [
        ("b", "a", -5.0, "worse", "−5.0", 0.001),
        ("c", "a", -1.0, "open", "−1.0", 0.4),
        ("c", "b", 4.0, "better", "+4.0", 0.00001),
    ]
    root = picture("differences", rows)
    squares = [box for box in root.iter(f"{SVG}rect") if box.attrib.get("rx") == "3"]
    fullness = [float(box.attrib["fill-opacity"]) for box in squares]
    assert fullness[1] < fullness[2] < fullness[0]
    assert squares[0].attrib["x"] == squares[1].attrib["x"] < squares[2].attrib["x"]
    assert tips(root) == [
        "b − a: −5.0, p = 0.0010, b significantly worse",
        "c − a: −1.0, p = 0.4000, not significant",
        "c − b: +4.0, p < 0.0001, c significantly better",
    ]
    assert words(root).count("a") == 1  # its column, on the diagonal; the leader has no row
    assert words(root).count("b") == 2


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_differences_from_one_system_have_zero_in_view_and_better_on_the_right(better: str) -> None:
    sign = 1 if better == "higher" else -1
    rows: Rows = [
        ("b", -5.0 * sign, -7.0 * sign, -3.0 * sign, "worse"),
        ("c", 2.0 * sign, -1.0 * sign, 5.0 * sign, "open"),
        ("d", 9.0 * sign, 8.0 * sign, 10.0 * sign, "better"),
    ]
    data = replace(drawn("against", "d", rows), facts={"against": "a", "better": better})
    root = ElementTree.fromstring(figure_svg(Figure("f", "against", "t", data, "words")))
    (zero,) = (float(one.attrib["x1"]) for one in root.iter(f"{SVG}line") if one.attrib["stroke"] == INK)
    worse, unclear, best = root.iter(f"{SVG}circle")
    assert float(worse.attrib["cx"]) < zero < float(unclear.attrib["cx"]) < float(best.attrib["cx"])
    assert [one.attrib["stroke"] for one in (worse, unclear, best)] == [ORANGE, GREY, BLUE]
    assert unclear.attrib["fill"] == "none"
    assert {"a", "← worse", "better →"} <= set(words(root))


def test_buckets_have_bars_of_their_counts_and_marks_filled_where_significant() -> None:
    rows: Rows = [
        ("rare", "a", 50.0, 45.0, 55.0, "leader", 10),
        ("rare", "b", 40.0, 35.0, 45.0, "worse", 10),
        ("common", "a", 80.0, 78.0, 82.0, "leader", 40),
        ("common", "b", 79.0, 77.0, 81.0, "open", 40),
    ]
    data = replace(drawn("buckets", "d", rows), facts={"against": "a"})
    figure = Figure("f", "buckets", "t", data, "words", "F", "words", systems=("a", "b"))
    root = ElementTree.fromstring(figure_svg(figure))
    short, long = (float(one.attrib["width"]) for one in root.iter(f"{SVG}rect"))
    assert long == pytest.approx(4 * short, abs=0.3)
    filled = [one.attrib["fill"] for one in root.iter(f"{SVG}path")][:4]
    assert filled == [look(0).colour, look(1).colour, look(0).colour, "none"]
    assert "Filled: significantly different from a." in words(root)


def test_a_grid_has_a_sign_a_pair_and_metric() -> None:
    rows: Rows = [
        ("a – b", "BLEU", "better", "a better"),
        ("a – b", "TER", "worse", "b better"),
        ("a – c", "BLEU", "open", "not significant"),
    ]
    root = picture("grid", rows)
    assert [word for word in words(root) if word in "▲▼·"] == ["▲", "▼", "·"]
    assert tips(root) == ["a – b, BLEU: a better", "a – b, TER: b better", "a – c, BLEU: not significant"]


def test_a_strip_has_a_mark_a_system_and_the_one_spoken_of_last_and_largest() -> None:
    root = picture("strip", [("a", 1.0, 1), ("b", 3.0, 0), ("c", None, 0)])
    low, high = root.iter(f"{SVG}path")
    assert tips(root) == ["b: 3", "a: 1"]
    assert "stroke-width" in high.attrib
    assert "stroke-width" not in low.attrib


@pytest.mark.parametrize("limit", [40.0, 90.0])
def test_no_two_names_are_cut_alike(limit: float) -> None:
    names = [
        "a-very-long-name-of-a-system-1",
        "a-very-long-name-of-a-system-2",
        "another",
        f"{'x' * 60}a{'x' * 60}",
        "x" * 121,
    ]
    short = cut_names(names, limit)
    assert len(set(short.values())) == len(names)
    assert max(map(wide, short.values())) <= limit + 30


def test_names_that_differ_in_the_middle_are_cut_where_they_begin() -> None:
    short = cut_names([f"System-{number}-of-many-transformers" for number in range(10, 20)], 60.0)
    assert short["System-12-of-many-transformers"].startswith("…12-o")


NUMBERS = st.one_of(
    st.none(), st.floats(allow_nan=True, allow_infinity=True), st.integers(-(10**9), 10**9), st.floats(0, 1)
)
NAMES = st.text(max_size=40)
COLUMN: dict[str, st.SearchStrategy[Any]] = {
    "words": st.sampled_from(["better", "worse", "open"]),
    "count": st.integers(0, 10**6),
    "x": st.floats(-1e9, 1e9),
    "y": st.floats(-1e9, 1e9),
    **dict.fromkeys(("group", "name", "row", "column", "label", "better", "series", "mark", "letter"), NAMES),
}


@st.composite
def figures(draw: st.DrawFn) -> Figure:
    kind: FigureKind = draw(st.sampled_from(list(FIGURES)))
    rows = draw(st.lists(st.tuples(*(COLUMN.get(name, NUMBERS) for name in FIGURES[kind])), max_size=8))
    if kind in ("histogram", "histograms"):
        place = FIGURES[kind].index("low")
        bounds = st.floats(-1e9, 1e9)
        rows = [(*row[:place], draw(bounds), draw(bounds), *row[place + 2 :]) for row in rows]
    return Figure("f", kind, "t", drawn(kind, "d", rows), "w", draw(NAMES), draw(NAMES))


@given(figures())
def test_any_figure_is_a_well_formed_picture_without_style(figure: Figure) -> None:
    written = figure_svg(figure)
    root = ElementTree.fromstring(written)
    assert "nan" not in re.sub(r">[^<]*<", "><", written)
    assert "inf" not in re.sub(r">[^<]*<", "><", written).replace("transform", "")
    for element in root.iter():
        assert not {"style", "onload", "href"} & set(element.attrib)
