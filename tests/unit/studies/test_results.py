"""What comes out of a campaign: formats that read back the same, a dictionary of columns, the log, a site of pages."""

import json
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

from assay.cli.main import main
from assay.data import Codes, Judgements, Preferences
from assay.errors import AssayError, AssayWarning, OptionError
from assay.human import RatingsRanking, from_rankings
from assay.io import read_judgements
from assay.reporting import render_as
from assay.studies.archives import export_log, import_log
from assay.studies.campaigns import (
    Campaign,
    answers_of,
    judgements_of,
    protocol_named,
    protocol_names,
    veiled,
)
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.results.exports import EXPORTS, export_format, export_judgements, not_exported
from assay.studies.campaigns.results.interim import CampaignProgress, study_campaign
from assay.studies.dashboard.progress import campaign_progress
from assay.studies.desk import Desk
from assay.studies.exports import export_campaign, export_site
from assay.studies.reports.overview import campaign_report
from support.campaign_sets import campaign_of
from support.campaign_sets import log_of as asked_log
from support.campaign_sets import small_texts as campaign_texts
from support.simulated_studies import answered, log_of, study

PEOPLE = ("anna", "ben", "carla", "careless")
FOUND = ("comprehension", "post-edit")  # need questions, or what the next stage brings
PROTOCOLS = [name for name in protocol_names() if name not in FOUND]


def judged(protocol: str) -> tuple[tuple[Campaign, Answers], Judgements]:
    campaign = study(protocol=protocol, segments=8, copies=2)
    answers = answers_of(log_of(campaign, PEOPLE))
    judgements = judgements_of(campaign, answers)
    assert isinstance(judgements, Judgements)
    return (campaign, answers), judgements


def exported(both: tuple[Campaign, Answers], form: str, folder: Path) -> tuple[Path, list[str]]:
    campaign, answers = both
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AssayWarning)
        written = export_judgements(campaign, answers, form)
    path = folder / f"judged{EXPORTS[form].ending}"
    path.write_bytes(written)
    return path, [str(each.message) for each in caught]


def names(column: Codes | None) -> list[str]:
    return [] if column is None else list(column.column())


@pytest.mark.parametrize("form", ["tidy", "tidy-csv", "tidy-jsonl"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_tidy_table_gives_everything_back(protocol: str, form: str, tmp_path: Path) -> None:
    both, judgements = judged(protocol)
    path, left_out = exported(both, form, tmp_path)
    assert left_out == [] or all("empty columns" in words for words in left_out)
    back = read_judgements(str(path), form)
    assert isinstance(back, Judgements)
    assert back.scheme == judgements.scheme
    for column in ("rater", "system", "segment", "item", "aspect", "document", "screen"):
        assert names(getattr(back, column)) == names(getattr(judgements, column)), column
    np.testing.assert_array_equal(back.score, judgements.score)
    for column in ("start", "seconds"):
        np.testing.assert_allclose(getattr(back, column), getattr(judgements, column), rtol=0, atol=1e-6)
    if judgements.spans is not None:
        assert back.spans is not None
        for column in ("start", "end", "offsets"):
            np.testing.assert_array_equal(getattr(back.spans, column), getattr(judgements.spans, column))
        for column in ("side", "severity", "category"):
            assert names(getattr(back.spans, column)) == names(getattr(judgements.spans, column))


@pytest.mark.parametrize(
    ("protocol", "form", "columns"),
    [
        ("da", "appraise", ("rater", "system", "segment", "item")),
        ("da", "graham", ("rater", "system", "segment", "item")),
        ("esa", "appraise", ("rater", "system", "item")),
        ("esa", "esa", ("rater", "system", "segment")),
        ("mqm", "mqm", ("rater", "system", "segment", "document")),
        ("mqm", "mqm-marot", ("rater", "system", "segment", "document")),
        ("mqm", "esa", ("rater", "system", "segment")),
        ("ranking", "ranking", ("rater", "system", "segment")),
        ("adequacy-fluency", "adequacy-fluency", ("rater", "system", "segment", "aspect")),
        ("yes-no", "yes-no", ("rater", "system", "segment")),
    ],
)
def test_formats_of_the_field_read_back_the_same(
    protocol: str, form: str, columns: tuple[str, ...], tmp_path: Path
) -> None:
    both, judgements = judged(protocol)
    path, _ = exported(both, form, tmp_path)
    back = read_judgements(str(path))
    assert isinstance(back, Judgements)
    assert back.scheme == judgements.scheme
    of_row = [*columns, *(() if protocol == "mqm" else ("score",))]

    def rows(table: Judgements) -> list[tuple[object, ...]]:
        cells = [
            [f"{score:g}" for score in table.score] if name == "score" else names(getattr(table, name))
            for name in of_row
        ]
        return sorted(zip(*cells, strict=True))

    assert rows(back) == rows(judgements)
    if judgements.spans is not None:
        assert back.spans is not None
        assert sorted(zip(back.spans.start.tolist(), back.spans.end.tolist(), strict=True)) == sorted(
            zip(judgements.spans.start.tolist(), judgements.spans.end.tolist(), strict=True)
        )
        assert sorted(names(back.spans.severity)) == sorted(names(judgements.spans.severity))
        assert sorted(names(back.spans.category)) == sorted(names(judgements.spans.category))


def test_answers_to_questions_read_back_the_same(tmp_path: Path) -> None:
    campaign = campaign_of(protocol_named("comprehension"), campaign_texts(6, 2, 2), copies=2)
    answers = answers_of(asked_log(campaign, 3))
    judgements = judgements_of(campaign, answers)
    assert {*judgements.score.tolist()} == {0.0, 1.0}
    path, left_out = exported((campaign, answers), "comprehension", tmp_path)
    back = read_judgements(str(path))
    assert isinstance(back, Judgements)
    assert back.scheme == "comprehension"

    def rows(table: Judgements) -> list[tuple[object, ...]]:
        columns = (table.rater, table.system, table.segment, table.aspect, table.document)
        seconds = np.round(np.asarray(table.seconds), 3).tolist()
        return sorted(zip(*map(names, columns), table.score.tolist(), seconds, strict=True))

    assert rows(back) == rows(judgements)
    assert all("position" not in words for words in left_out)


def test_pairs_of_a_ranking_read_back_the_same(tmp_path: Path) -> None:
    both, judgements = judged("ranking")
    path, _ = exported(both, "pairs", tmp_path)
    back, pairs = read_judgements(str(path)), from_rankings(judgements)
    assert isinstance(back, Preferences)

    def rows(table: Preferences) -> list[tuple[object, ...]]:
        first, second = ([table.systems[n] for n in column] for column in (table.first, table.second))
        return sorted(
            zip(names(table.rater), names(table.segment), first, second, table.outcome.tolist(), strict=True)
        )

    assert rows(back) == rows(pairs)


def test_what_a_format_cannot_hold_is_said(tmp_path: Path) -> None:
    both, _ = judged("da")
    _, left_out = exported(both, "graham", tmp_path)
    assert "the column document" in left_out[0]
    campaign, answers = both
    assert dict(not_exported(campaign, answers))["graham"] == left_out[0]
    assert "tidy" not in dict(not_exported(campaign, answers))
    with pytest.raises(OptionError, match="not for judgements by da; choose from tidy"):
        export_format("mqm", "da")
    with pytest.raises(OptionError, match='no format "xls"'):
        export_format("xls", "da")


def test_the_dictionary_names_every_column_of_the_tidy_table(tmp_path: Path) -> None:
    for protocol in ("esa", "mqm", "ranking", "pairwise"):
        both, _ = judged(protocol)
        tidy, _ = exported(both, "tidy", tmp_path)
        columns = tidy.read_text(encoding="utf-8").split("\n", 1)[0].split("\t")
        dictionary, _ = exported(both, "dictionary", tmp_path)
        lines = [line.split("\t") for line in dictionary.read_text(encoding="utf-8").splitlines()]
        assert {line[0] for line in lines[1:]} >= set(columns)
        assert all(len(line) == 3 and line[1] for line in lines)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_protocol_has_a_report_as_it_stands(protocol: str, tmp_path: Path) -> None:
    with Desk(str(tmp_path / "c.db")) as desk:
        campaign = study(protocol=protocol, segments=8, copies=2, bundle=4)
        answered(desk, campaign, PEOPLE, share=0.6)
        progress = desk.read("spring", campaign_progress).result()
    study_now = study_campaign(campaign, answers_of(log_of(campaign, PEOPLE, share=0.6)), progress)
    page = render_as(campaign_report(study_now, pictures=True), "html")
    assert "anna" in page
    assert study_now.judgements > 0
    ranked = study_now.ranking is not None and "ranking" in study_now.ranking.parts
    assert ranked == (campaign.protocol.scheme != "post-edit"), study_now.troubles
    assert ("still growing" in page) == (ranked and not progress.complete)


def test_documents_that_were_scored_besides_do_not_keep_systems_from_being_ranked() -> None:
    campaign = study(protocol="da-sqm", segments=8, copies=2)
    progress = CampaignProgress(1, False, 1, 2, 0, 1, ())
    told = study_campaign(campaign, answers_of(log_of(campaign, PEOPLE)), progress)
    assert isinstance(told.ranking, RatingsRanking)
    segments = told.ranking.scored.scores.segments
    assert sorted(segments) == sorted(campaign.texts.segments), "and no document"
    assert [words for words in told.cautions if "by the scores of single outputs" in words]


def test_failing_annotators_are_named_and_results_shown_without_them(tmp_path: Path) -> None:
    campaign = study(protocol="da", segments=60, copies=2, degraded=2)
    with Desk(str(tmp_path / "c.db")) as desk:
        answered(desk, campaign, PEOPLE)
        progress = desk.read("spring", campaign_progress).result()
    assert (progress.screens, progress.complete) == (progress.all_screens, True)
    now = study_campaign(campaign, answers_of(log_of(campaign, PEOPLE)), progress)
    assert now.failed == ("careless",)
    assert now.without_failed is not None
    words = render_as(campaign_report(now), "text")
    assert "Failed their control items: careless" in words
    assert "without those who failed" in words
    assert "still growing" not in words, "a study that is done may be looked at"


def test_a_log_makes_the_same_campaign_elsewhere_and_holds_no_secret(tmp_path: Path) -> None:
    with Desk(str(tmp_path / "a.db")) as desk:
        answered(desk, study(segments=8), PEOPLE)
        desk.add_annotator("spring", "dora").result()
        link = desk.admin_link()
        log, state = (
            export_log(desk, "spring"),
            desk.read("spring", lambda state, now: state.to_plain()).result(),
        )
        tidy = export_campaign(desk, "spring", "tidy")
    assert link not in log
    assert not re.search(r'"(token|secret|hash|session)"', log)
    with Desk(str(tmp_path / "b.db")) as other:
        import_log(other, "spring", "log.jsonl", log.splitlines())
        again = other.read("spring", lambda state, now: state.to_plain()).result()
        assert json.dumps(again["annotators"]) == json.dumps(state["annotators"])
        assert again["completions"] == state["completions"]
        assert export_campaign(other, "spring", "tidy") == tidy


def test_nothing_to_export_is_said(tmp_path: Path) -> None:
    with Desk(str(tmp_path / "a.db")) as desk:
        desk.create(study(segments=4), ["anna"]).result()
        with pytest.raises(AssayError, match="no judgement yet"):
            export_campaign(desk, "spring", "tidy")
        with pytest.raises(AssayError, match="no judgement yet"):
            list(export_site(desk, "spring"))
        with pytest.raises(AssayError, match="no campaign autumn"):
            export_campaign(desk, "autumn", "tidy")


@pytest.mark.parametrize("anonymous", [False, True])
def test_a_site_names_no_annotator_and_systems_only_if_wanted(tmp_path: Path, anonymous: bool) -> None:
    with Desk(str(tmp_path / "a.db")) as desk:
        campaign = study(protocol="esa", segments=130)
        answered(desk, campaign, PEOPLE)
        pages = dict(export_site(desk, "spring", anonymous=anonymous))
    assert list(pages) == ["index.html", "segments-1.html", "segments-2.html"]
    whole = "".join(pages.values())
    assert not [name for name in PEOPLE if re.search(rf"\b{name}\b", whole)]
    assert "annotator 1" in whole
    assert ("alder" in whole) != anonymous
    assert re.search(rf"\b{campaign.texts.segments[-1]}\b", pages["segments-2.html"])
    assert 'href="segments-2.html"' in pages["index.html"]
    marked = re.search(r"\(major “\u2068(.*?)\u2069”\)", pages["segments-1.html"])
    assert marked, "errors are quoted"
    assert marked[1] in {text[2:9] for texts in campaign.texts.outputs.values() for text in texts}
    assert not re.search(r'(src|href)="(https?:)?//', whole), "nothing is fetched"


def test_a_site_of_a_finished_study_has_nobody_at_work_and_annotators_in_their_order(tmp_path: Path) -> None:
    with Desk(str(tmp_path / "a.db")) as desk:
        answered(desk, study(protocol="da", segments=40, bundle=4), [f"p{at}" for at in range(12)])
        index = dict(export_site(desk, "spring"))["index.html"]
    assert "at work now" not in index
    table = index[index.index("Annotators: ") :]
    assert table.index("annotator 2<") < table.index("annotator 10<")


def test_what_holds_without_those_who_fail_says_so(tmp_path: Path) -> None:
    campaign = study(protocol="esa", segments=40, documents=4, copies=2, degraded=2)
    with Desk(str(tmp_path / "c.db")) as desk:
        answered(desk, campaign, PEOPLE)
        progress = desk.read("spring", campaign_progress).result()
    told = study_campaign(campaign, answers_of(log_of(campaign, PEOPLE)), progress)
    assert told.failed == ("careless",)
    unequal = [words for words in told.cautions if "judged the systems unequally" in words]
    assert [words.startswith("Without those who fail: ") for words in unequal] == [False, True]


def test_names_are_drawn_and_stay_the_same() -> None:
    both, judgements = judged("da")
    campaign, _ = both
    first, called = veiled(campaign, judgements, systems=True)
    again, _ = veiled(campaign, judgements, systems=True)
    assert first.rater.names == again.rater.names
    assert set(called.values()) == {"system A", "system B", "system C"}
    assert set(first.extra) <= {"version", "position"}


def test_the_command_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "a.db")
    with Desk(database) as desk:
        answered(desk, study(protocol="da", segments=8), PEOPLE)
    given = ["campaign", "export", "spring", "--database", database]
    assert main([*given, "--to", "graham", "-o", str(tmp_path / "g.csv")]) == 0
    assert "left out for the format graham" in capsys.readouterr().err
    assert len(read_judgements(str(tmp_path / "g.csv"))) > 0
    (tmp_path / "site").mkdir()
    assert main([*given, "--to", "site", "-o", str(tmp_path / "site" / "index.html")]) == 0
    assert {path.name for path in (tmp_path / "site").iterdir()} == {"index.html", "segments-1.html"}
    assert main([*given, "--to", "site", "-o", str(tmp_path / "site.html")]) == 2
    assert main([*given, "--to", "nothing", "-o", str(tmp_path / "x")]) == 2
