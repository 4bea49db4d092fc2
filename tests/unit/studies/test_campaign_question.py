"""One question, one answer, for campaigns: what Python is told is what `assay campaign` writes."""

import sys
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.api.calls import python_words
from assay.cli.main import main
from assay.studies.desk import Desk
from support.program import HARBOUR
from support.simulated_studies import answered, study

REFERENCE, SOURCE = HARBOUR / "reference-a.en.txt", HARBOUR / "source.de.txt"
OUTPUTS = [HARBOUR / f"{name}.en.txt" for name in ("alder", "birch")]
FLAGS = [
    "-s",
    str(SOURCE),
    "-r",
    str(REFERENCE),
    *map(str, OUTPUTS),
    "--annotators",
    "anna,ben",
    "--copies",
    "2",
]
OPTIONS: dict[str, Any] = {"annotators": "anna,ben", "copies": 2}


# Called with what a table lists, which has no types.
manage: Any = assay.manage_campaigns


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Told:
    """What a command writes, on each stream."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: str, code: int = 0) -> str:
        self.capsys.readouterr()
        assert main(["campaign", *words]) == code
        captured = self.capsys.readouterr()
        return captured.out if code == 0 else captured.err.removeprefix("error: ").rstrip("\n")


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(capsys)


def test_a_campaign_is_made_looked_at_and_closed_alike(told: Told) -> None:
    """Each in a database of its own: what both say is the same to the byte."""
    ours: dict[str, Any] = {"database": "ours.db"}
    theirs = ["--database", "theirs.db"]
    steps: list[tuple[tuple[Any, ...], dict[str, Any], list[str]]] = [
        ((), {}, []),
        (("check", "spring", OUTPUTS, REFERENCE), {"sources": SOURCE} | OPTIONS, ["check", "spring", *FLAGS]),
        (("new", "spring", OUTPUTS, REFERENCE), {"sources": SOURCE} | OPTIONS, ["new", "spring", *FLAGS]),
        (("status",), {}, ["status"]),
        (("status", "spring"), {}, ["status", "spring"]),
        (("check", "spring"), {}, ["check", "spring"]),
        (("close", "spring"), {}, ["close", "spring"]),
        (("reopen", "spring"), {}, ["reopen", "spring"]),
    ]
    for given, options, words in steps:
        done = manage(*given, **options, **ours)
        assert str(done).replace("ours.db", "theirs.db") + "\n" == told(*words, *theirs)
        assert "\n" not in repr(done)
        assert done._repr_html_()
        if given[:1] in ((), ("status",)):
            for form in ("json", "tsv"):
                assert done.written(form).replace("ours.db", "theirs.db") == told(
                    *words, *theirs, "--format", form
                )


def test_lists_make_the_campaign_that_files_make() -> None:
    lines = {path: path.read_text(encoding="utf-8").splitlines() for path in (SOURCE, REFERENCE, *OUTPUTS)}
    systems = {path.name.removesuffix(".txt"): lines[path] for path in OUTPUTS}
    listed = assay.manage_campaigns(
        "check", "spring", systems, lines[REFERENCE], sources=lines[SOURCE], **OPTIONS
    )
    filed = assay.manage_campaigns("check", "spring", OUTPUTS, REFERENCE, sources=SOURCE, **OPTIONS)
    assert str(listed) == str(filed)
    bare = assay.manage_campaigns("check", "quick", systems, sources=lines[SOURCE], protocol="pairwise")
    assert "Read: the source text; outputs of alder.en, birch.en." in str(bare)


def test_what_is_exported_is_the_file_of_the_command(folder: Path, told: Told) -> None:
    with Desk("campaigns.db") as desk:
        answered(desk, study(copies=2), ("anna", "ben"))
    asked: list[dict[str, Any]] = [{}, {"to": "tidy"}, {"to": "site"}, {"to": "site", "anonymous": True}]
    for number, options in enumerate(asked):
        ours, theirs = folder / f"ours{number}", folder / f"theirs{number}"
        for each in (ours, theirs):
            each.mkdir()
        exported = assay.manage_campaigns("export", "spring", **options)
        exported.save(ours / "index.html")
        flags = [
            word for name, value in options.items() for word in [f"--{name}", *[value] * (value is not True)]
        ]
        told("export", "spring", *flags, "-o", str(theirs / "index.html"))
        names = sorted(path.name for path in ours.iterdir())
        assert names == sorted(path.name for path in theirs.iterdir())
        for name in names:
            assert (ours / name).read_bytes() == (theirs / name).read_bytes()
    with pytest.raises(assay.AssayError, match="name the first"):
        assay.manage_campaigns("export", "spring", to="site").save(folder / "pages.html")
    assert "name the first" in told("export", "spring", "--to", "site", code=2)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has access lists in place of permissions")
def test_links_are_saved_for_nobody_else(folder: Path) -> None:
    assay.manage_campaigns("new", "spring", OUTPUTS, REFERENCE, sources=SOURCE, **OPTIONS)
    links = assay.manage_campaigns("links", "spring", annotators="anna,carla")
    assert links.to_pandas()["annotator"].tolist() == ["anna", "carla"]
    for name in ("links.txt", "links.json"):
        links.save(name)
        assert "/join/" in (folder / name).read_text(encoding="utf-8")
        assert (folder / name).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("given", "options", "words"),
    [
        (("status", "spring", OUTPUTS[0]), {}, ["status", "spring", str(OUTPUTS[0])]),
        (("new",), {}, ["new"]),
        (("close", "spring"), {"protocol": "da"}, ["close", "spring", "--protocol", "da"]),
        (("export", "spring"), {"anonymous": True}, ["export", "spring", "--anonymous"]),
        (
            ("check", "spring", OUTPUTS[0]),
            {"sources": SOURCE, "worker": "PID"},
            ["check", "spring", str(OUTPUTS[0]), "-s", str(SOURCE), "--worker", "PID"],
        ),
        (("import", "spring"), {}, ["import", "spring"]),
        (("status", "spring"), {}, ["status", "spring"]),
        (("new", str(SOURCE), OUTPUTS[0]), {}, ["new", str(SOURCE), str(OUTPUTS[0])]),
    ],
)
def test_what_is_wrong_is_refused_in_the_same_words(
    given: tuple[Any, ...], options: dict[str, Any], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["campaign", *words]) in (1, 2)
    error = capsys.readouterr().err.strip().removeprefix("error: ")
    with pytest.raises(assay.AssayError) as refusal:
        assay.manage_campaigns(*given, **options)
    assert str(refusal.value) == python_words(error)


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (
            ("close", "spring"),
            {"sources": ["a"]},
            "sources= is for new and check, not for close; leave it out",
        ),
        (("check", "spring"), {"references": ["a"]}, "no hypotheses given"),
        (("status", "spring", ["a"]), {}, "status takes one campaign and no outputs; leave them out"),
        (("new", "spring"), {}, "no hypotheses given"),
    ],
)
def test_texts_that_an_action_does_not_use_are_refused(
    given: tuple[Any, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(assay.AssayError, match=message):
        assay.manage_campaigns(*given, **options)
