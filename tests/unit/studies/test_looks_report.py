"""What a study says of looking early: while it grows, when it was closed early, and when it is finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from assay.human.looks import PairLook
from assay.reporting import render_as
from assay.reporting.blocks import Heading
from assay.studies.campaigns import answers_of
from assay.studies.campaigns.results.interim import CampaignStudy, study_campaign
from assay.studies.dashboard.progress import campaign_progress
from assay.studies.desk import Desk
from assay.studies.reports.overview import campaign_parts, campaign_report, overview_blocks
from support.simulated_studies import answered, log_of, study

PEOPLE = ("anna", "ben", "carla")


@pytest.fixture(scope="module")
def growing(tmp_path_factory: pytest.TempPathFactory) -> CampaignStudy:
    campaign = study(protocol="da", segments=60, documents=60, bundle=6)
    with Desk(str(tmp_path_factory.mktemp("looks") / "c.db")) as desk:
        answered(desk, campaign, PEOPLE, share=0.3)
        progress = desk.read("spring", campaign_progress).result()
    return study_campaign(campaign, answers_of(log_of(campaign, PEOPLE, share=0.3)), progress)


def words(told: CampaignStudy) -> str:
    return " ".join(render_as(campaign_report(told), "text").split())


def look(first: str, second: str, p_value: float, rest: float | None = None) -> PairLook:
    return PairLook(first, second, 3.0, 0.3, p_value, p_value < 0.05, rest)


def with_looks(told: CampaignStudy, looks: Sequence[PairLook], *, done: bool = False) -> CampaignStudy:
    bundles = told.progress.all_bundles if done else told.progress.bundles
    return replace(told, looks=tuple(looks), progress=replace(told.progress, bundles=bundles))


def test_a_bundle_too_many_makes_up_for_no_other(growing: CampaignStudy) -> None:
    """Who finishes after a lease ran out may make the screens as many as the plan has while a bundle is not done."""
    every = growing.progress.all_screens
    nearly = replace(growing.progress, screens=every, bundles=growing.progress.all_bundles - 1)
    assert "still growing" in words(replace(growing, progress=nearly))
    assert "still growing" not in words(
        replace(growing, progress=replace(nearly, bundles=nearly.all_bundles))
    )


def test_a_growing_study_claims_only_what_holds_at_any_look(growing: CampaignStudy) -> None:
    assert {each.share for each in growing.looks} == {0.3}
    assert [each.claimed for each in growing.looks] == [False, True, False], (
        "17 points apart, then 29, then 12"
    )
    page = words(growing)
    assert "54 of 180 screens are done" in page
    assert "However often you look, you may claim by now: alder over cedar." in page
    assert "alder and birch (about 23)" in page
    first = campaign_report(growing)[0]
    assert isinstance(first, Heading)
    assert first.text == "So far alder leads, and 1 of 3 differences may be claimed"
    assert "had the study been planned to end here - alder is significantly better than all others." in page


def test_a_terminal_says_it_too(growing: CampaignStudy) -> None:
    told = render_as(
        overview_blocks(growing, [part for part in campaign_parts(growing) if part.open]), "text"
    )
    assert "you may claim by now: alder over cedar" in told
    (row,) = [line.split() for line in told.splitlines() if line.startswith("alder  cedar")]
    assert row[3] == "30.0"
    assert row[5] == "yes"


def test_pairs_are_undecided_for_three_reasons(growing: CampaignStudy) -> None:
    looks = [look("a", "b", 0.4, 0.5), look("a", "c", 0.7), look("b", "c", 1.0, 0.0)]
    page = words(with_looks(growing, looks))
    assert page.startswith("So far alder leads, and no difference may be claimed")
    assert "However often you look, no difference may be claimed yet." in page
    assert "would show a difference as large as now: a and b (about 63)." in page
    assert "the 126 screens left would hardly show a difference as small as now: a and c." in page
    assert "because other raters may judge otherwise: b and c." in page


def test_a_study_closed_early_says_what_holds_if_its_figures_closed_it(growing: CampaignStudy) -> None:
    closed = replace(growing, progress=replace(growing.progress, closed=True))
    page = words(closed)
    assert "still growing" not in page
    assert "was closed with 54 of 180 screens done" in page
    assert "you may claim by now: alder over cedar" in page
    assert page.startswith("alder is significantly better than all others"), (
        "it may have been closed for other reasons"
    )


def test_a_finished_study_names_claims_that_early_looks_would_cost(growing: CampaignStudy) -> None:
    finished = with_looks(
        growing, [look("a", "b", 0.051), look("a", "c", 0.01), look("b", "c", 0.06)], done=True
    )
    page = words(finished)
    assert "Holds only if nobody would have closed the study early because of its figures: a over b." in page
    assert "claimed at any time" not in page
    assert "Holds only" not in words(with_looks(growing, [look("a", "c", 0.01)], done=True))


def test_nothing_that_can_be_told_yet_says_what_to_do(growing: CampaignStudy) -> None:
    assert "Decide beforehand when to stop" in words(replace(growing, looks=()))


def test_a_site_under_other_names_has_looks_under_them(tmp_path: Path) -> None:
    from assay.studies.exports import export_site

    with Desk(str(tmp_path / "c.db")) as desk:
        answered(desk, study(protocol="da", segments=60, documents=60, bundle=6), PEOPLE, share=0.5)
        index = dict(export_site(desk, "spring", anonymous=True))["index.html"]
    assert "you may claim by now: system" in index
    assert "alder" not in index
