"""Colours of systems: as many as promised, apart for every kind of eye, and the same wherever a system is drawn."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from assay.reporting.blocks import Figure, Prose, drawn
from assay.reporting.render.drawings.marks import FORMS, SYSTEMS, look, system_looks, systems_of

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB; CIELAB under D65.
EYES = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
PAGES = {"light": "#ffffff", "card": "#f5f6f8", "dark": "#15181d", "dark card": "#1e2229"}


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    ratio = XYZ @ np.clip(rgb, 0, 1) / np.array([0.95047, 1, 1.08883])
    x, y, z = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eyes", EYES)
def test_eight_colours_can_be_told_apart_by_all_eyes(eyes: str) -> None:
    seen = [lab(np.array(EYES[eyes]) @ linear(colour)) for colour in SYSTEMS]
    assert len(SYSTEMS) == 8
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) >= 16


@pytest.mark.parametrize("page", PAGES)
def test_colours_stand_out_on_light_and_on_dark(page: str) -> None:
    for colour in SYSTEMS:
        darker, lighter = sorted(float((XYZ @ linear(shade))[1]) for shade in (colour, PAGES[page]))
        assert (lighter + 0.05) / (darker + 0.05) >= 2.4


def test_no_two_of_many_systems_look_the_same() -> None:
    assert len({look(place) for place in range(len(SYSTEMS) * len(FORMS))}) == 32
    assert look(0) == look(32)


def test_a_system_has_its_look_by_the_order_of_the_report() -> None:
    rows = [("b", 2.0, 1.0, 3.0, "A"), ("a", 1.0, 0.5, 1.5, "B")]
    figure = Figure("f", "ranking", "t", drawn("ranking", "d", rows), "words", systems=("a", "b"))
    assert systems_of([Prose("p"), figure]) == ("a", "b")
    assert systems_of([Prose("p")]) == ()
    assert system_looks(("a", "b"))["b"] == look(1)
