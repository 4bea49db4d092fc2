"""Test sets that are on the machine, under `assay sacrebleu` and under sacreBLEU itself: the same folder for both.

sacreBLEU fetches nothing either where a packed file of the right name is there and has been unpacked.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from forks import Programs

from assay.compat import sacrebleu as ours
from assay.errors import InputError
from assay.io.testsets.published import default_references, read_published

Run = Callable[..., str]
SGML = """\
<srcset setid="newstest2018" srclang="any">
<doc sysid="ref" docid="first" genre="news" origlang="de">
<p>
<seg id="1">{0} one   two &amp; three</seg>
<seg id="2"> {0} the second segment of it </seg>
</p>
</doc>
<doc sysid="ref" docid="second" genre="news" origlang="en">
<seg id="1">{0} a third one, rather longer</seg>
</doc>
</srcset>
"""
XML = """\
<?xml version='1.0' encoding='utf-8'?>
<dataset id="wmttest2024.en-de">
  <doc id="alpha" origlang="en" domain="news">
    <src lang="en"><p><seg id="1">One  source line</seg><seg id="2">Another &lt;source&gt; line</seg></p></src>
    <ref lang="de" translator="refA"><p><seg id="1">Eine Quellzeile und mehr</seg><seg id="2">Eine andere
 Zeile der Quelle</seg></p></ref>
    <hyp system="sys-A" language="de"><p><seg id="1">Eine Zeile</seg><seg id="2">Zwei Zeilen</seg></p></hyp>
  </doc>
  <doc id="beta" origlang="de" domain="speech">
    <src lang="en"><p><seg id="2">Third line here</seg><seg id="10">Not translated</seg></p></src>
    <ref lang="de" translator="refA"><p><seg id="2">Dritte Zeile steht hier</seg></p></ref>
    <hyp system="sys-A" language="de"><p><seg id="2">Dritte</seg><seg id="10">Nicht</seg></p></hyp>
  </doc>
  <doc id="suite" origlang="en" testsuite="x">
    <src lang="en"><p><seg id="1">left out</seg></p></src>
  </doc>
</dataset>
"""
OUTPUT = b"one two and three\nthe second segment\na third one rather longer still\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder such as sacreBLEU's, with a set in SGML and one in XML."""
    root = tmp_path_factory.mktemp("sacrebleu")
    sgml = root / "wmt18" / "raw" / "test"
    xml = root / "wmt24" / "raw" / "xml"
    for directory, packed in ((sgml, "wmt18.test.tgz"), (xml, "wmt24.data_onlyxml.tar.gz")):
        directory.mkdir(parents=True)
        (directory.parent / packed).write_bytes(b"packed")
    (sgml / "newstest2018-deen-src.de.sgm").write_text(SGML.format("Quelle"))
    (sgml / "newstest2018-deen-ref.en.sgm").write_text(SGML.format("target"))
    (sgml / "newstest2018-ende-src.en.sgm").write_text(SGML.format("source"))
    (sgml / "newstest2018-ende-ref.de.sgm").write_text(SGML.format("Ziel"))
    (xml / "wmttest2024.en-de.all.xml").write_text(XML)
    return root


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Programs]:
    """Both programs, loaded; sacreBLEU looks at its folder's name while it is loaded."""
    os.environ["SACREBLEU"] = str(folder)
    loaded = Programs(tmp_path_factory.mktemp("streams"))
    del os.environ["SACREBLEU"]
    yield loaded
    loaded.close()


@pytest.fixture
def assert_same(programs: Programs) -> Run:
    """Hold our output and exit code against those of sacreBLEU; ours comes first, before it makes plain texts."""

    def compare(words: Sequence[str]) -> str:
        ours, theirs = (programs.run(name, words, OUTPUT) for name in ("assay", "sacrebleu"))
        assert (ours.code, theirs.code) == (0, 0), ours.err + theirs.err
        assert re.sub(r"assay-[\w.]+", "2.6.0", ours.out) == theirs.out
        again = programs.run("assay", words, OUTPUT)  # from the plain texts that sacreBLEU has made meanwhile
        assert again.out == ours.out
        return ours.out

    return compare


OLD, NEW = ["-t", "wmt18", "-l", "de-en"], ["-t", "wmt24", "-l", "en-de"]


@pytest.mark.parametrize(
    "words",
    [
        [*OLD, "-m", "bleu", "chrf", "ter", "-w", "5"],
        [*NEW, "-m", "chrf", "-w", "5", "-f", "text"],
        [*OLD, "--echo", "src"],
        [*OLD, "--echo", "ref", "docid", "origlang", "genre"],
        [*OLD, "--echo", "all"],
        [*NEW, "--echo", "all"],
        [*NEW, "--echo", "ref"],
        [*OLD, "--list"],
        [*NEW, "--list"],
        ["-t", "wmt18", "-l", "en-de", "--echo", "src"],
        [*OLD, "--echo", "src", "--origlang", "de"],
        [*OLD, "-m", "chrf", "--origlang", "non-de"],
        [*NEW, "-m", "chrf", "--subset", "spe.*"],
        [*NEW, "-m", "chrf", "bleu", "--detail", "-w", "3"],
        [*NEW, "-sl", "-m", "chrf"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_test_sets_are_read_as_sacrebleu_reads_them(assert_same: Run, words: list[str]) -> None:
    assert assert_same(words)


def test_details_by_original_language(programs: Programs) -> None:
    """sacreBLEU knows domains of wmt18 by heart, too; what the files say is the same."""
    words = [*OLD, "--detail", "-m", "chrf"]
    lines = programs.run("assay", words, OUTPUT).out.splitlines()
    assert [
        line for line in programs.run("sacrebleu", words, OUTPUT).out.splitlines() if "ALL" in line
    ] == lines[1:]
    assert [line.split()[0] for line in lines[1:]] == ["origlang=de", "origlang=en"]


def test_sets_one_after_the_other(programs: Programs) -> None:
    done = programs.run("assay", ["-t", "wmt18,wmt18", "-l", "de-en", "-m", "chrf", "-b"], OUTPUT * 2)
    assert (
        done.out
        == programs.run("sacrebleu", ["-t", "wmt18,wmt18", "-l", "de-en", "-m", "chrf", "-b"], OUTPUT * 2).out
    )
    assert done.out == programs.run("assay", [*OLD, "-m", "chrf", "-b"], OUTPUT).out


def test_the_sets_there_are(programs: Programs) -> None:
    lines = programs.run("assay", ["--list"]).out.splitlines()
    assert lines[0] == "The available test sets are:"
    assert [line.split() for line in lines[1:]] == [
        ["wmt18", ":", "de-en,", "en-de"],
        ["wmt24", ":", "en-de"],
    ]
    assert programs.run("assay", ["--list", "-l", "de-en"]).out.startswith(
        "The available test sets for de-en are:\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-t", "wmt99", "-l", "de-en"], r"wmt99 \(de-en\) is not on this machine; .* in .*sacrebleu.*/wmt99"),
        (["-t", "wmt18", "-l", "fr-en"], "no language pair fr-en of test set wmt18; there are de-en, en-de"),
        (["-t", "wmt18"], "needs its language pair, -l; of wmt18 there are: de-en, en-de"),
        ([*OLD, "--echo", "ref:B"], "no field ref:B of this test set; there are src, ref"),
        ([*OLD, "--subset", "sport"], "do not say the domain"),
        ([*OLD, "--origlang", "fr"], "no segment is left"),
        ([*NEW, "--subset", "("], "no regular expression"),
        (["-t", "wmt18,wmt24", "-l", "(-)"], r"\(\(-\)\) is not on|no language pair"),
        (["--download", "wmt18"], "neither fetched"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_with_its_place(programs: Programs, words: list[str], message: str) -> None:
    done = programs.run("assay", words, OUTPUT)
    assert done.code == 1
    assert re.search(message, done.err), done.err


def test_folders_of_wmt_and_trees_are_named_by_their_path(
    programs: Programs, folder: Path, tmp_path: Path
) -> None:
    path = str(folder / "wmt24" / "raw" / "xml")
    echoed = programs.run("assay", ["-t", path, "-l", "en-de", "--echo", "docid", "domain"]).out
    assert echoed == "alpha\tnews\nalpha\tnews\nbeta\tspeech\n"
    tree = tmp_path / "wmt23"
    for name, text in {
        "sources/he-en.txt": "a\nb\n",
        "references/he-en.refA.txt": "first\nfirst\n",
        "references/he-en.refB.txt": "second\nchoice\n",
        "documents/he-en.docs": "news\tone\nspeech\ttwo\n",
    }.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    named = ["-t", str(tree), "-l", "he-en"]
    assert programs.run("assay", [*named, "--list"]).out == "he-en: src, ref:refA, ref:refB, docid, domain\n"
    assert (
        programs.run("assay", [*named, "-b", "-m", "chrf", "-f", "text"], b"second\nchoice\n").out
        == "100.0\n"
    )


@pytest.mark.parametrize(
    ("name", "pair", "fields", "chosen"),
    [
        ("wmt24", "en-de", ["src", "ref:refA", "ref:refB"], ["ref:refA"]),
        ("wmt23", "he-en", ["src", "ref:refA", "ref:refB"], ["ref:refB"]),
        ("wmt22", "cs-en", ["src", "ref:B", "ref:C"], ["ref:B"]),
        ("wmt22", "liv-en", ["src", "ref"], ["ref"]),
        ("wmt21/AC", "en-de", ["ref:A", "ref:B", "ref:C"], ["ref:A", "ref:C"]),
        ("wmt20/tworefs", "de-en", ["src", "ref:0", "ref:1", "docid"], ["ref:0", "ref:1"]),
    ],
)
def test_the_references_that_count(name: str, pair: str, fields: list[str], chosen: list[str]) -> None:
    assert default_references(name, pair, fields) == chosen


def test_programs_find_the_sets(folder: Path, monkeypatch: pytest.MonkeyPatch, programs: Programs) -> None:
    programs.run("sacrebleu", [*OLD, "--echo", "src"])
    monkeypatch.setenv("SACREBLEU", str(folder))
    assert ours.get_available_testsets() == ["wmt24", "wmt18"]
    assert ours.get_langpairs_for_testset("wmt18") == ["de-en", "en-de"]
    assert ours.get_langpairs_for_testset("wmt05") == []
    assert Path(ours.get_source_file("wmt18", "de-en")).name == "wmt18.de-en.src"
    [reference] = ours.get_reference_files("wmt18", "de-en")
    assert Path(reference).read_text().startswith("target one two &amp; three\n")
    assert next(ours.DATASETS["wmt18"].references("de-en")) == ("target one two &amp; three",)
    with pytest.raises(InputError, match=r"wmt05 \(de-en\) is not on this machine"):
        ours.download_test_set("wmt05", "de-en")


def test_a_real_tree(shared_dir: Path) -> None:
    fields = read_published(str(shared_dir / "data" / "wmt23"), "he-en", "nowhere")
    assert {len(column) for column in fields.values()} == {len(fields["src"])}
    assert default_references("wmt23", "he-en", fields) == ["ref:refB"] or "ref:refB" not in fields
