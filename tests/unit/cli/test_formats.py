"""`assay formats`: the list is the registry, and what it proposes for a file works."""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.cli.main import main
from assay.errors import OptionError
from assay.io import formats as registry

ROOT = Path(__file__).resolve().parents[3]
HARBOUR = ROOT / "examples" / "harbour"
PACKAGE = ROOT / "examples" / "format"
# Whole files: every command that is proposed for them wants no other file.
ALONE = {
    ROOT / "examples" / "harbour.xml": ("sets", "wmt-xml"),
    HARBOUR / "mqm.tsv": ("judgements", "mqm"),
    HARBOUR / "ratings.tsv": ("judgements", "tidy"),
    HARBOUR / "rankings.csv": ("judgements", "pairs"),
    HARBOUR / "postedits.jsonl": ("post-edits", "assay-log"),
    HARBOUR / "alder.en.txt": ("sets", "plain-text"),
}


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_the_list_is_the_registry(capsys: pytest.CaptureFixture[str]) -> None:
    listed = output(capsys, "formats", "--format", "tsv")
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for form in registry.all_formats():
        written = "yes" if form.write is not None else ""
        assert f"{form.kind}\t{form.name}\t{written}\t{form.summary}" in listed
        summary = form.summary.replace("|", r"\|")
        assert f"| {form.kind} | `{form.name}` | {written} | {summary} |" in page
    ours = sum(1 for _ in registry.all_formats())
    assert page[page.index("## The formats") :].count("\n| ") == ours + 1


def test_the_page_of_translators_files_has_every_format_of_theirs() -> None:
    rows = (ROOT / "docs" / "files.md").read_text(encoding="utf-8").partition("## Size")[0]
    theirs = [form.name.upper() for form in registry.all_formats() if form.kind == "units"]
    assert theirs
    assert [name for name in theirs if f"| {name} " not in rows.replace(",", " ")] == []


def test_what_is_no_path_is_refused_in_words() -> None:
    no_path: Any = {"a": 1}
    with pytest.raises(OptionError, match="of paths, and not of a dict"):
        assay.formats(no_path)


@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.name)
def test_what_is_proposed_for_a_file_works(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(path, path.name)
    [told] = assay.formats(path.name).described
    assert ALONE[path] in told.formats.items()
    page = output(capsys, path.name)
    assert page == output(capsys, "formats", path.name)
    assert told.commands
    for line in told.commands:
        assert line in page
        words = line.split()
        assert words[0] == "assay"
        if not any(word.isupper() for word in words):
            assert main(words[1:]) == 0, line


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the example package as an installer would leave it."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / "site" / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    groups = project["entry-points"].items()
    text = "".join(
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in offers.items())
        for group, offers in groups
    )
    (info / "entry_points.txt").write_text(text)
    shutil.copy(PACKAGE / "assay_triples.py", tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.chdir(tmp_path)
    registry.offered_formats.cache_clear()
    yield
    registry.offered_formats.cache_clear()
    for module in ("assay_triples", "page_points"):
        sys.modules.pop(module, None)


@pytest.mark.usefixtures("package")
def test_a_format_of_another_package_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sides = [
        (HARBOUR / name).read_text(encoding="utf-8").splitlines()
        for name in ("source.de.txt", "reference-a.en.txt", "alder.en.txt")
    ]
    lines = [" ||| ".join(row) for row in zip(*sides, strict=True)]
    (tmp_path / "set.triples").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    expected = assay.score(sides[2], sides[1], "chrf").score
    assert assay.score(Path("set.triples"), metrics="chrf").score == {"output": expected}
    assert "triples" in output(capsys, "formats")
    assert "assay score set.triples" in output(capsys, "set.triples")
    assert main(["score", "-r", str(HARBOUR / "reference-a.en.txt"), "set.triples"]) == 1
    assert "set.triples: triples (source ||| reference ||| output" in capsys.readouterr().err
    (tmp_path / "cut.triples").write_text("".join(f"{line}\n" for line in [*lines, "x"]), encoding="utf-8")
    assert main(["score", "cut.triples"]) == 1
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.usefixtures("package")
def test_the_format_of_the_page_is_told_from_plain_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "adding-formats.md").read_text(encoding="utf-8")
    info = tmp_path / "site" / "my_package-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[assay.formats]\npoints = page_points:FORMAT\n")
    code = page.split("```python\n")[1].split("```")[0]
    (tmp_path / "site" / "page_points.py").write_text(code, encoding="utf-8")
    (tmp_path / "judge.txt").write_text("red|1|70\nblue|1|60\nred|2|50\nblue|2|40\n", encoding="utf-8")
    assert "assay meta JUDGEMENTS --scores judge.txt" in output(capsys, "judge.txt")
    assert main(["score", "-r", "judge.txt", "judge.txt"]) == 1
    assert "points of a judge: SYSTEM|SEGMENT|POINTS), not plain text; assay meta" in capsys.readouterr().err
