"""`assay campaign` and `assay serve` as a user runs them: from files to a running server and back to a file."""

from __future__ import annotations

import csv
import json
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.studies import serve
from assay.studies.auth import Identity
from assay.studies.campaigns import Campaign
from assay.studies.commands.serve import words_of
from assay.studies.desk import Desk
from assay.studies.options import DatabaseOptions, ServeOptions
from assay.studies.server import Started
from assay.studies.server import _listen as listen
from assay.studies.server import _started as start
from support.program import HARBOUR, LIMIT, started
from support.server_process import links_printed, request
from support.simulated_studies import answered, study
from support.small_studies import client, served, small_campaign
from support.waits import until

FILES = [
    "-s",
    str(HARBOUR / "source.de.txt"),
    "-r",
    str(HARBOUR / "reference-a.en.txt"),
    str(HARBOUR / "alder.en.txt"),
    str(HARBOUR / "birch.en.txt"),
]


STARTED = Started("http://h", "campaigns.db", "http://h/join/x", (), (), 0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_links_that_got_into_wrong_hands_are_taken_back(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = {"ada": "annotator", "ben": "annotator", "vera": "viewer", "": "open", "admin": "admin"}
    links = ["campaign", "links", "spring", "--format", "tsv", "--revoke"]
    with served(folder, small_campaign()) as desk:
        desk.open_link("spring", 5).result(30)
        given = {
            name: desk.link(Identity("*" if role == "admin" else "spring", role, name)).result(30)
            for name, role in people.items()
        }

        def opening() -> list[str]:
            # An open link leads to a page with a button, the others straight on.
            return [
                name for name, link in given.items() if client(desk).get(f"/join/{link}").status_code < 400
            ]

        assert opening() == [*people]
        assert main([*links, "--annotators", "ada"]) == 0
        assert opening() == ["ben", "vera", "", "admin"]
        new = capsys.readouterr().out.rpartition("/join/")[2].strip()
        assert client(desk).get(f"/join/{new}").headers["location"] == "/task"
        assert main([*links, "--open-link", "5"]) == 0
        assert opening() == ["ben", "vera", "admin"]
        assert main(links) == 0
        assert opening() == ["admin"]
        with closing(listen("127.0.0.1", 0)) as listening:
            printed = start(desk, "campaigns.db", ServeOptions(revoke=True), listening)
        assert opening() == []
        for link in (printed.admin, *(link for _, _, link in printed.links)):
            assert client(desk).get(f"/join/{link.rpartition('/')[2]}").status_code == 303


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has access lists in place of the permissions that are looked at"
)
def test_files_of_links_are_for_nobody_else_on_the_machine(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(folder, small_campaign()):
        pass
    monkeypatch.setattr("assay.studies.server.serve", lambda options, say, tell: say(STARTED))
    for command in (["campaign", "links", "spring"], ["serve"]):
        assert main([*command, "-o", "links.txt"]) == 0
        links = folder / "links.txt"
        assert ("/join/" in links.read_text(), links.stat().st_mode & 0o777) == (True, 0o600)
        links.unlink()


def test_a_campaign_from_files_to_a_file_and_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "check", "spring", *FILES, "--copies", "2"]) == 0
    assert not (folder / "campaigns.db").exists(), "check makes nothing"
    assert main(["campaign", "new", "spring", "--protocol", "da", *FILES, "--annotators", "anna,ben"]) == 0
    assert "66 segments, 2 systems" in capsys.readouterr().out
    assert main(["campaign", "new", "spring", *FILES]) == 1
    assert "there is a campaign spring already" in capsys.readouterr().err
    assert main(["campaign"]) == 0
    assert "spring" in capsys.readouterr().out
    assert main(["campaign", "links", "spring", "--annotators", "carla"]) == 0
    assert "http://127.0.0.1:8017/join/" in capsys.readouterr().out
    assert main(["campaign", "close", "spring"]) == 0
    assert '"assay campaign reopen spring" opens it' in capsys.readouterr().out
    assert main(["campaign", "export", "spring", "-o", "spring.jsonl"]) == 0
    assert main(["campaign", "import", "copy", "spring.jsonl"]) == 0
    assert main(["campaign", "check", "copy"]) == 0
    capsys.readouterr()
    assert main(["campaign", "status", "copy"]) == 0
    assert capsys.readouterr().out.startswith("copy is closed, 0 of 132 screens done (0 %); 3 annotators.\n")
    assert main(["campaign", "status", "--format", "tsv"]) == 0
    assert "copy\tda\tclosed\t0\t132\t3\t0\n" in capsys.readouterr().out
    assert main(["campaign", "reopen", "copy"]) == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["campaign", "new", "spring"], 2, "new needs the outputs"),
        (["campaign", "close"], 2, "close which campaign?"),
        (["campaign", "close", "nobody"], 1, "no campaign nobody"),
        (["campaign", "close", "spring", "autumn"], 2, "one campaign and no file, not autumn as well"),
        (["campaign", "check", "spring", *FILES[:4]], 2, "check needs the outputs"),
        (
            ["campaign", "export", "spring", "--degraded", "2"],
            2,
            "--degraded is for new and check, not for export",
        ),
        (["campaign", "--to", "tidy"], 2, "--to is for export, not for status"),
        (["campaign", "links", "spring", "-s", FILES[1]], 2, "--source is for new and check, not for links"),
        (["campaign", "new", "a", *FILES, "--url", "http://x"], 2, "--url is for links, not for new"),
        (["campaign", "new", *FILES], 2, "is a file; the name of the campaign comes first"),
        (["campaign", "new", "a", *FILES, "--annotators", "anna;ben"], 2, "separate names by commas"),
        (["campaign", "links", "spring", "--url", "study.example.org"], 2, "begins with http:// or https://"),
        (["serve", "--url", "study.example.org"], 2, "begins with http:// or https://"),
        (["campaign", "links", "spring", "--worker", "PID"], 2, "give --open-link PLACES as well"),
        (["campaign", "export", "spring", "--to", "tidy", "--anonymous"], 2, "--anonymous is for --to site"),
        (["campaign", "new", "a", *FILES, "--seed", "-1"], 2, "--seed"),
        (["campaign", "new", "a", *FILES, "--protocol", "comprehension"], 1, "give some with --questions"),
        (["campaign", "check", "nobody"], 1, "no campaign nobody"),
        (["campaign", "export", "nobody"], 1, "no campaign nobody"),
        (["campaign", "links", "nobody"], 1, "no campaign nobody"),
        (["campaign", "new", "a/b", *FILES], 2, "cannot name a campaign"),
        (["campaign", "new", "a", *FILES, "--protocol", "esaa"], 2, "esa"),
        (["campaign", "new", "a", *FILES, "--annotators", "x" * 99], 2, "cannot name an annotator"),
        (["campaign", "new", "a", *FILES, "--annotators", "anna,anna"], 2, "anna"),
        (["campaign", "new", "a", *FILES, "--annotators", "0"], 2, "nobody would judge"),
        (["campaign", "import", "a", str(HARBOUR / "alder.en.txt")], 1, "line 1"),
        (["campaign", "--database", "nowhere/at/all.db"], 1, "cannot be opened"),
        (["campaign", "--database", "oracle://x"], 2, "--database"),
        (["campaign", "--database", "postgresql://u:secret@127.0.0.1:1/x"], 1, "cannot be opened"),
    ],
)
def test_what_cannot_be_done_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    assert main(words) == code
    told = capsys.readouterr().err
    assert said in told
    assert "secret" not in told
    assert list(folder.iterdir()) == [], "what failed leaves nothing behind"


@pytest.mark.parametrize(
    ("words", "shown", "hidden"),
    [
        ([], ["texts:", "people:", "design:", "controls:", "export:", "the rest:", "links NAME"], ["[--to"]),
        (
            ["export"],
            ["export NAME [options]", "--to FORMAT", "--database"],
            ["--degraded", "import copy", "SYS"],
        ),
        (
            ["new"],
            ["new NAME SYS", "--degraded", "--scratch", "  SYS"],
            ["--to FORMAT", "--url", "campaign check"],
        ),
        (["links"], ["--open-link", "--url"], ["--consent", "--protocol"]),
    ],
)
def test_help_has_the_options_of_an_action_by_what_they_are_for(
    capsys: pytest.CaptureFixture[str], words: list[str], shown: list[str], hidden: list[str]
) -> None:
    for given in (["campaign", *words, "--help"], ["help", "campaign", *words]):
        with pytest.raises(SystemExit, match="0"):
            main(given)
        told = capsys.readouterr().out
        assert [part for part in shown if part not in told] == []
        assert [part for part in hidden if part in told] == []


def test_an_empty_folder_has_no_campaign_and_gets_none(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["campaign"]) == 0
    assert "There is no campaign in campaigns.db" in capsys.readouterr().out
    assert main(["campaign", "status", "nosuch"]) == 1
    assert "there is no campaign nosuch" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_a_link_for_many(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--open-link", "20", "--worker", "PROLIFIC_PID"]
    assert main(["campaign", "new", "crowd", "--protocol", "da", *FILES, *words]) == 0
    assert "Annotators: up to 20 by an open link." in capsys.readouterr().out
    assert main(["campaign", "links", "crowd", *words, "--format", "tsv"]) == 0
    assert re.search(r"20\thttp://127.0.0.1:8017/join/\S{40}\?PROLIFIC_PID=\.\.\.", capsys.readouterr().out)
    assert main(["campaign", "links", "crowd", "--open-link", "5", "--worker", "a b"]) == 2
    assert "cannot be part of an address" in capsys.readouterr().err


def test_verdicts_in_the_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Desk("campaigns.db") as desk:
        answered(
            desk,
            study(documents=40, copies=4, degraded=0.3, repeats=0.1),
            ("anna", "ben", "carla", "careless"),
        )
    assert main(["campaign", "status", "spring"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"anna +pass +\d+ +1\.00 ", told)
    assert re.search(r"careless +fail", told)
    assert told.startswith("spring is open, ")
    assert re.search(
        r"\nalder .*\n─+\n\nFailed their control items: careless. The ranking counts their answers", told
    )
    assert "without those who failed" in told


def test_a_study_of_one_system_has_a_mean(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Desk("campaigns.db") as desk:
        answered(desk, study(protocol="da", systems=("alder",), copies=2), ("anna", "ben"))
    assert main(["campaign", "export", "spring", "--to", "tidy", "-o", "s.tsv"]) == 0
    scores: dict[str, list[float]] = {}
    with Path("s.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            scores.setdefault(row["segment"], []).append(float(row["score"]))
    mean = sum(sum(own) / len(own) for own in scores.values()) / len(scores)
    capsys.readouterr()
    assert main(["campaign", "status", "spring"]) == 0
    told = capsys.readouterr().out
    assert f"alder has a mean of {mean:.2f} by da (95 % interval: " in told
    assert "nothing to rank it against" in told
    assert "planted errors" not in told, "there are none"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--copies", "5", "--annotators", "2"],
            "with 2 annotators, 42 of 70 bundles to be done would stay undone",
        ),
        (["--square", "--annotators", "anna"], "nobody does two of one Latin square; it takes 2 annotators"),
        (
            ["--annotators", "20"],
            "14 bundles to be done and 20 annotators, so 6 of them would have nothing to do",
        ),
        (["--open-link", "15"], "14 bundles to be done and 15 annotators, so 1 of them"),
        (["--copies", "5", "--annotators", "5"], ""),
        (["--annotators", "20", "--calibration", "4"], ""),
    ],
)
def test_people_that_do_not_fit_the_plan_are_warned_of(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["campaign", "check", "spring", "--protocol", "da", *FILES, *words]) == 0
    told = capsys.readouterr().err
    assert said in told
    assert bool(said) == bool(told)


def test_a_campaign_without_references(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [*FILES[:2], *FILES[4:], "--languages", "de,en"]
    assert main(["campaign", "new", "spring", "--protocol", "da", *files]) == 0
    assert "66 segments, 2 systems" in capsys.readouterr().out


def test_a_campaign_with_proposed_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    span = '[{"start": 0, "end": 2, "severity": "minor"}]'
    rows = [f"qe\t{system}\t{row}\t50\t{span}" for system in ("alder.en", "birch.en") for row in range(1, 67)]
    head = "rater\tsystem\tsegment\tscore\tspans"
    Path("qe.tsv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    words = ["campaign", "check", "spring", "--protocol", "esa-ai", *FILES]
    assert main(words) == 1
    assert "give them with --proposals" in capsys.readouterr().err
    assert main([*words, "--proposals", "qe.tsv"]) == 0
    assert "132 proposed errors" in capsys.readouterr().out
    Path("qe.tsv").write_text(
        "\n".join([head, *rows]).replace('"end": 2', '"end": 2000', 1), encoding="utf-8"
    )
    assert main([*words, "--proposals", "qe.tsv"]) == 1
    assert "qe.tsv, line 2: the error from 0 to 2000" in capsys.readouterr().err


def test_controls_that_cannot_be_hidden_are_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["campaign", "check", "spring", *FILES, "--protocol", "pairwise", "--degraded", "1"]
    assert main(words) == 0
    assert "can be recognised: an output stands beside its degraded copy" in capsys.readouterr().out


def test_what_files_were_taken_for_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = ["--docs", str(HARBOUR / "documents.txt")]
    assert main(["campaign", "check", "spring", *FILES, *documents, "--languages", "de,en"]) == 0
    said = "Read: the source text, references, 3 documents (de to en); outputs of alder.en, birch.en."
    assert said in capsys.readouterr().out
    assert main(["campaign", "check", "spring", *FILES[:2], *FILES[4:]]) == 0
    assert "Read: the source text; outputs of alder.en, birch.en." in capsys.readouterr().out


def test_the_suggested_columns_make_no_reference_of_an_output(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "job.tsv").write_text("Source text\tMT A\tMT B\nJa.\tYes.\tSure.\n")
    assert main(["campaign", "check", "spring", "job.tsv"]) == 1
    suggested = "source=Source text,system=MT A,system=MT B"
    assert f'--columns "{suggested}"' in capsys.readouterr().err
    assert main(["campaign", "check", "spring", "--columns", suggested, "job.tsv"]) == 0
    assert "outputs of MT A, MT B" in capsys.readouterr().out


def test_a_memory_is_no_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unit = '<tu><tuv xml:lang="de"><seg>Ja</seg></tuv><tuv xml:lang="en"><seg>Yes</seg></tuv></tu>'
    (folder / "m.tmx").write_text(f'<tmx version="1.4"><header srclang="de"/><body>{unit}</body></tmx>')
    assert main(["campaign", "check", "spring", "-s", "m.tmx", FILES[4]]) == 1
    assert "m.tmx: a translators' file holds source and target" in capsys.readouterr().err


def _held(name: str) -> Campaign:
    with Desk("campaigns.db") as desk:
        campaign: Campaign = desk.read(name, lambda state, now: state.campaign).result()
    return campaign


def test_documents_are_kept_without_references(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = {"s": ["eins", "zwei", "drei"], "a": ["one", "two", "three"], "d": ["x", "x", "y"]}
    for name, texts in lines.items():
        Path(name).write_text("".join(f"{line}\n" for line in texts), encoding="utf-8")
    table = [{"source": s, "system:a": a, "document": d} for s, a, d in zip(*lines.values(), strict=True)]
    Path("set.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in table), encoding="utf-8")
    unit = '<trans-unit id="{}"><source>{}</source><target>{} <x id="1"/></target></trans-unit>'
    units = "".join(unit.format(at, lines["s"][at], lines["a"][at]) for at in range(3))
    body = f'<file original="f" source-language="de" target-language="en"><body>{units}</body></file>'
    Path("a.xlf").write_text(f'<xliff version="1.2">{body}</xliff>', encoding="utf-8")
    assert main(["campaign", "new", "plain", "-s", "s", "--docs", "d", "a"]) == 0
    assert main(["campaign", "new", "table", "set.jsonl"]) == 0
    assert main(["campaign", "new", "units", "a.xlf"]) == 0
    assert _held("plain").texts.document == _held("table").texts.document == ("x", "x", "y")
    assert _held("units").texts.document == ("f", "f", "f")
    assert "<" not in "".join(*_held("units").texts.outputs.values()), (
        "codes are dropped, as for every command"
    )
    Path("d").write_text("x\n", encoding="utf-8")
    assert main(["campaign", "new", "odd", "-s", "s", "--docs", "d", "a"]) == 1
    assert "1 documents are named, the source has 3 segments" in capsys.readouterr().err


def test_a_protocol_without_the_language_of_the_interface_is_warned_of(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = (
        'name = "mine"\nversion = "1"\nscheme = "da"\narrangement = "output"\n[[step]]\nshows = ["output"]\n'
        '[[step.field]]\nname = "score"\nkind = "slider"\nquestion = "q"\n'
        '[wording.en]\ntitle = "T"\ninstructions = "I"\nq = "How good?"\n'
    )
    Path("mine.toml").write_text(own, encoding="utf-8")
    assert main(["campaign", "check", "a", *FILES, "--protocol", "mine.toml", "--interface", "sl"]) == 0
    assert "the protocol mine has no wording in sl; its texts are shown in en" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["serve", "--demo"], ["campaign"]])
def test_without_the_extra_the_message_says_what_to_install(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)  # as if it were not installed
    assert main(command) == 1
    assert "the server needs fastapi" in (said := capsys.readouterr().err)
    assert "pip install 'mt-assay[server]'" in said


def test_too_many_links_to_print_name_the_command_that_prints_them(folder: Path) -> None:
    with Desk("other.db") as desk:
        desk.create(study(protocol="da", segments=4), [f"person {number}" for number in range(31)]).result()
        desk.create(study("autumn", protocol="da", segments=4), ["anna"]).result()
        desk.set_closed("autumn", True).result()
    said: list[Started] = []

    def end(started: Started) -> None:
        said.append(started)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        serve(ServeOptions(DatabaseOptions("other.db"), port=0, bench="off"), end)
    assert f'31 annotators: "assay campaign links NAME --database other.db --url {said[0].url}"' in words_of(
        said[0]
    )


def test_a_port_in_use_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--demo", "--port", port]) == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in capsys.readouterr().err


def _whole_links(text: str) -> str:
    """Return the links that a server wrote, or nothing as long as some are missing."""
    printed = links_printed(text)
    return text if "admin" in printed and len(printed) > 1 and text.endswith("\n") else ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_demo_shows_its_first_screen_and_ends_cleanly(folder: Path, number: signal.Signals) -> None:
    links = folder / "links.txt"
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": folder}
    with started("serve", "--demo", "--port", "0", "-o", str(links), **streams) as server:
        # The file is there before its lines are; that of the admin is the last.
        text = until(
            lambda: _whole_links(links.read_text(encoding="utf-8")) if links.exists() else "", server
        )
        port = int(text.partition("http://127.0.0.1:")[2].partition("\n")[0])
        person, link = next((name, link) for name, link in links_printed(text).items() if name != "admin")
        status, headers, _ = request(port, "GET", f"/join/{link}")
        assert (status, person) != (401, "")
        status, _, body = request(port, "POST", "/api/next", {}, headers["set-cookie"].partition(";")[0])
        assert status == 200
        assert b'"state":"task"' in body
        server.send_signal(number)
        _, talk = server.communicate(timeout=LIMIT)
        assert (server.returncode, talk) == (0, b"")


def test_a_campaign_of_pearmut_becomes_one_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    document = [{"src": "One.", "ref": "Eins.", "tgt": {"red": "Eins.", "blue": "Ein."}, "item_id": "n 1"}]
    (tmp_path / "old.json").write_text(
        json.dumps({"campaign_id": "old", "data": [document]}), encoding="utf-8"
    )
    assert main(["campaign", "new", "spring", "old.json", "--protocol", "da"]) == 0
    assert "Read: the source text, references; outputs of red, blue." in capsys.readouterr().out
