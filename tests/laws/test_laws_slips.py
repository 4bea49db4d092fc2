"""What people type that is not right: the message proposes something, and what it proposes works when it is typed."""

from __future__ import annotations

import gzip
import json
import shlex
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import assay
from assay.cli import main
from assay.cli.commands import COMMANDS
from assay.metrics import ALIASES, METRICS, parse_metric
from assay.metrics.specs import distinct_labels
from support.program import HARBOUR

Answer = tuple[int, str, str]
Type = Callable[[str], Answer]


def lines_of(name: str) -> list[str]:
    return (HARBOUR / name).read_text(encoding="utf-8").splitlines()


SOURCE, REFERENCE, OUTPUT = (lines_of(f"{name}.txt") for name in ("source.de", "reference-a.en", "alder.en"))


def written(folder: Path) -> None:
    """Write a set, and every kind of file that is given by mistake."""
    for name, file in {"ref": "reference-a.en", "a": "alder.en", "b": "birch.en", "src": "source.de"}.items():
        shutil.copy(HARBOUR / f"{file}.txt", folder / f"{name}.txt")
    for name in ("ratings.tsv", "postedits.jsonl", "rankings.csv"):
        shutil.copy(HARBOUR / name, folder / name)
    for place in ("x", "y"):
        (folder / "out" / place).mkdir(parents=True)
        shutil.copy(folder / f"{'a' if place == 'x' else 'b'}.txt", folder / "out" / place / "de-en.txt")
    (folder / "refs").mkdir()
    shutil.copy(folder / "ref.txt", folder / "refs" / "de-en.txt")
    (folder / "bare").mkdir()
    texts = {
        "my system.txt": "\n".join(OUTPUT) + "\n",
        "cr.txt": "\r".join(OUTPUT),
        "short.txt": "\n".join(OUTPUT[:-1]) + "\n",
        "empty.txt": "",
        "list.json": json.dumps(OUTPUT),
        "sacre.json": json.dumps({"name": "BLEU", "score": 50.5, "signature": "nrefs:1"}),
        "comet.json": json.dumps({"a.txt": [{"src": "x", "mt": text, "COMET": 0.5} for text in OUTPUT]}),
        "hyp.jsonl": "".join(
            json.dumps({"id": row, "translation": text}) + "\n" for row, text in enumerate(OUTPUT)
        ),
        "pairs.tsv": "".join(f"{source}\t{text}\n" for source, text in zip(SOURCE, OUTPUT, strict=True)),
        "pairs.csv": "".join(f'"{source}","{text}"\n' for source, text in zip(SOURCE, OUTPUT, strict=True)),
        "named.csv": "source,translation\n"
        + "".join(
            '"{}","{}"\n'.format(source, text.replace('"', '""'))
            for source, text in zip(SOURCE, OUTPUT, strict=True)
        ),
        "fairseq.log": "".join(f"S-{row}\tx\nD-{row}\t-0.3\t{text}\n" for row, text in enumerate(OUTPUT)),
        "nbest.txt": "".join(f"{row} ||| {text} ||| -1.0\n" for row, text in enumerate(OUTPUT)),
        "damaged.json": '{"schema": "assay-run", "ver',
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    (folder / "wide.txt").write_bytes("\n".join(OUTPUT).encode("utf-16"))
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 40)
    (folder / "packed").write_bytes(gzip.compress("\n".join(OUTPUT).encode()))
    with zipfile.ZipFile(folder / "outputs.zip", "w") as packed:
        packed.write(folder / "a.txt", "inside.txt")
    with tarfile.open(folder / "outputs.tar.gz", "w:gz") as packed_tar:
        packed_tar.add(folder / "a.txt", "inside.txt")


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Type:
    """Return what types a command line among these files: exit code, answer, and what was said."""
    written(tmp_path)
    monkeypatch.chdir(tmp_path)

    def answer(line: str) -> Answer:
        try:
            code = main.main(shlex.split(line))
        except SystemExit as leaving:
            code = int(str(leaving.code))
        said = capsys.readouterr()
        return code, said.out, said.err

    return answer


ONE, TWO = "score -r ref.txt a.txt", "compare -r ref.txt a.txt b.txt --draws 100"
# What is typed: what the message proposes, and the line with it.
SLIPS: Mapping[str, tuple[str, str]] = {
    # Metrics, and their options.
    f"{ONE} -m bleu,chrf": ("-m bleu -m chrf", f"{ONE} -m bleu -m chrf"),
    f'{ONE} -m "bleu;chrf"': ("-m bleu -m chrf", f"{ONE} -m bleu -m chrf"),
    f"{ONE} -m bleu+chrf": ("-m bleu -m chrf", f"{ONE} -m bleu -m chrf"),
    f"{ONE} -m bleu chrf": ("-m chrf", f"{ONE} -m bleu -m chrf"),
    f"{ONE} -m blue": ("'bleu'", f"{ONE} -m bleu"),
    f"{ONE} -m BLEU-4": ("write bleu,", f"{ONE} -m bleu"),
    f"{ONE} -m BLEU-2": ('"bleu:orders=1 2"', f'{ONE} -m "bleu:orders=1 2"'),
    f"{ONE} -m sacrebleu": ("write bleu,", f"{ONE} -m bleu"),
    f"{ONE} -m chrfpp": ("write chrf++", f"{ONE} -m chrf++"),
    f"{ONE} -m rouge1": ("rouge:kind=n,order=1", f"{ONE} -m rouge:kind=n,order=1"),
    f"{ONE} -m rougeL": ("write rouge", f"{ONE} -m rouge"),
    f"{ONE} -m levenshtein": ("write wer", f"{ONE} -m wer"),
    f"{ONE} -m google_bleu": ("write gleu", f"{ONE} -m gleu"),
    f"{ONE} -m f-score": ("write f", f"{ONE} -m f"),
    f"{ONE} -m sentbleu": ("bleu:effective_order", f"{ONE} -m bleu:effective_order --level segment"),
    f"{ONE} -m bleu:smooth_method=floor": ("-m bleu:smooth=floor", f"{ONE} -m bleu:smooth=floor"),
    f"{ONE} -m bleu:lc": ("-m bleu:lowercase", f"{ONE} -m bleu:lowercase"),
    f"{ONE} -m bleu:tokenize=intl": ("-m bleu:tok=intl", f"{ONE} -m bleu:tok=intl"),
    f"{ONE} -m bleu:max_ngram_order=2": ('-m "bleu:orders=1 2"', f'{ONE} -m "bleu:orders=1 2"'),
    f"{ONE} -m bleu:lowercas": ("'lowercase'", f"{ONE} -m bleu:lowercase"),
    f"{ONE} -m bleu:tok=int": ("intl", f"{ONE} -m bleu:tok=intl"),
    f"{ONE} -m chrf:nw=2": ("-m chrf:word_order=2", f"{ONE} -m chrf:word_order=2"),
    f"{ONE} -m ter:normalised": ("-m ter:normalize", f"{ONE} -m ter:normalize"),
    f"{ONE} -m bleu:chrf": ("-m bleu -m chrf", f"{ONE} -m bleu -m chrf"),
    "metrics levenshtein": ("write wer", "metrics wer"),
    "metrics blue": ("'bleu'", "metrics bleu"),
    # Flags of other programs and commands.
    f"{ONE} -tok intl": ("-m bleu:tok=intl", f"{ONE} -m bleu:tok=intl"),
    f"{ONE} --tokenize intl": ("-m bleu:tok=intl", f"{ONE} -m bleu:tok=intl"),
    f"{ONE} -lc": ("-m bleu:lowercase", f"{ONE} -m bleu:lowercase"),
    f"{ONE} --lowercase": ("-m bleu:lowercase", f"{ONE} -m bleu:lowercase"),
    f"{ONE} --smooth-method floor": ("-m bleu:smooth=floor", f"{ONE} -m bleu:smooth=floor"),
    "compare -r ref.txt a.txt b.txt --paired-bs": ("--test sacrebleu-bs", f"{TWO} --test sacrebleu-bs"),
    f"{ONE} --paired-ar": ("assay compare --test sacrebleu-ar", f"{TWO} --test sacrebleu-ar"),
    f"{ONE} --draws 100": ("assay compare", TWO),
    "compare -r ref.txt a.txt b.txt -n 100": ("write --draws", TWO),
    f"{ONE} --json": ("--format json", f"{ONE} --format json"),
    f"{ONE} --format md": ("markdown", f"{ONE} --format markdown"),
    f"{ONE} --treads 1": ("--threads", f"{ONE} --threads 1"),
    f"{ONE} --metrics bleu": ("--metric", f"{ONE} --metric bleu"),
    "score --ref ref.txt a.txt": ("--reference", "score --reference ref.txt a.txt"),
    "score --refs ref.txt a.txt": ("-r", ONE),
    f"{ONE} --src src.txt": ("-s", f"{ONE} -s src.txt"),
    "score -r ref.txt -i a.txt": ("score -r REFERENCE OUTPUT", ONE),
    f"{ONE} -v": ("assay --version", "--version"),
    f"{ONE} -l de-en": ("assay sacrebleu", "sacrebleu ref.txt -i a.txt -l de-en"),
    "sacrebleu -r ref.txt a.txt": ("assay sacrebleu REFERENCE -i OUTPUT", "sacrebleu ref.txt -i a.txt"),
    f"{ONE} -m": ("METRIC", f"{ONE} -m bleu"),
    "compare -r ref.txt a.txt b.txt --test permuation": ("permutation", f"{TWO} --test permutation"),
    "compare -r ref.txt a.txt b.txt --unit doc": ("segment", f"{TWO} --unit segment"),
    f"{ONE} --level seg": ("segment", f"{ONE} --level segment"),
    "compare -r ref.txt a.txt b.txt --confidence 95": ("0.95", f"{TWO} --confidence 0.95"),
    # Words for commands.
    "help levenshtein": ("wer", "help wer"),
    "bleu -r ref.txt a.txt": ("assay metrics bleu", "metrics bleu"),
    "scores -r ref.txt a.txt": ("score", ONE),
    "eval -r ref.txt a.txt": ("assay score", ONE),
    "rank ratings.tsv": ("assay human", "human ratings.tsv"),
    "plugins install comet": ("list", "plugins list"),
    "resources add meteor": ("resources", "resources list"),
    # Files.
    "score -r ref.txt 'out/x/*.tx'": ("no file matches", "score -r ref.txt out/x/de-en.txt"),
    "score -r ref.txt 'out/x/*'": ("without quotation marks", "score -r ref.txt out/x/de-en.txt"),
    "score -r ref.txt my system.txt": ("'my system.txt'", "score -r ref.txt 'my system.txt'"),
    "score -r ref.txt a.text": ('"a.txt"', ONE),
    "score -r ref.txt A.TXT": ('"a.txt"', ONE),
    "score -r ref.txt ouut/x/de-en.txt": ('"out/x/de-en.txt"', "score -r ref.txt out/x/de-en.txt"),
    "score -r ref.txt a.txt,b.txt": ("a.txt b.txt", "score -r ref.txt a.txt b.txt"),
    "score -r ref.txt,a.txt b.txt": ("-r before every reference", "score -r ref.txt -r a.txt b.txt"),
    "score -r ref.txt B= b.txt": ("NAME=PATH", "score -r ref.txt B=b.txt"),
    "score -r ref.txt a.txt a.txt": ("every output once", ONE),
    "score -r ref.txt out": ("out/x/de-en.txt", "score -r ref.txt out/x/de-en.txt"),
    "score -r ref.txt out/x": ("out/x/de-en.txt", "score -r ref.txt out/x/de-en.txt"),
    "score a.txt": ("-r", ONE),
    "score ref.txt a.txt": ("-r", ONE),
    "score -r ref.txt - -": ("a file", ONE),
    "score hyp.jsonl": ("-r", "score -r ref.txt hyp.jsonl"),
    "score list.json": ("-r", "score -r ref.txt list.json"),
    "score named.csv": ("-r", "score -r ref.txt named.csv"),
    "score -r ref.txt named.csv --columns system=mt": (
        "translation",
        "score -r ref.txt named.csv --columns system=translation",
    ),
    "score --grid 'out/{sys}/{pair}.txt' --references 'refs/{pair}.txt'": (
        "--grid 'out/{system}/{pair}.txt'",
        "score --grid 'out/{system}/{pair}.txt' --references 'refs/{pair}.txt'",
    ),
    "compare -r ref.txt a.txt": ("assay score", ONE),
    "compare -r ref.txt a.txt b.txt --baseline zzz": ("a, b", f"{TWO} --baseline a"),
    "gate -r ref.txt a.txt": ("--baseline FILE", "gate -r ref.txt b.txt --baseline b.txt --margin 1"),
    "postedit a.txt b.txt": ("--mt FILE and --final FILE", "postedit --mt a.txt --final b.txt"),
    "postedit ratings.tsv": ("assay human", "human ratings.tsv"),
    "human postedits.jsonl": ("assay postedit", "postedit postedits.jsonl"),
    "human a.txt": ("assay score", ONE),
    "meta ref.txt a.txt": ("judgements", "meta ratings.tsv -r ref.txt alder=a.txt birch=b.txt -m chrf"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_what_is_proposed_works_when_it_is_typed(slip: str, typed: Type) -> None:
    proposed, instead = SLIPS[slip]
    code, answer, said = typed(slip)
    assert (code in (1, 2), answer) == (True, ""), said
    assert said.count("error: ") == 1
    assert proposed in said
    code, answer, said = typed(instead)
    assert code == 0, said
    assert answer


# What is typed and answered all the same, with what is told beside the answer, and the line that is proposed.
WARNED: Mapping[str, tuple[str, str]] = {
    "score -r a.txt ref.txt": ("write -r ref.txt a.txt", ONE),
    "score -r ref.txt a.txt refs/de-en.txt --level corpus": ("is identical to the reference", ONE),
    "gate -r ref.txt --baseline ref.txt a.txt --margin 99": ("the output ref.txt is also a reference", ONE),
}


@pytest.mark.parametrize("slip", WARNED)
def test_what_is_answered_all_the_same_is_warned_of(slip: str, typed: Type) -> None:
    words, instead = WARNED[slip]
    code, answer, said = typed(slip)
    assert (code, bool(answer)) == (0, True), said
    assert words in said
    assert typed(instead)[::2] == (0, "")


# A file in place of an output: what the message calls it, and the program of the shell that it proposes, if any.
FILES: Mapping[str, tuple[str, str]] = {
    "cr.txt": ("carriage returns", "tr "),
    "binary.txt": ("a binary file", ""),
    "wide.txt": ("UTF-16", "iconv "),
    "empty.txt": ("the file is empty", ""),
    "short.txt": ("a line is missing in short.txt", "assay check"),
    "sacre.json": ("a score that sacreBLEU printed", ""),
    "pairs.tsv": ("no line that names them", "cut "),
    "pairs.csv": ("does not name its columns", ""),
    "fairseq.log": ("fairseq-generate", "grep "),
    "nbest.txt": ("an n-best list", "assay oracle"),
    "outputs.zip": ("a ZIP archive", "python3 "),
    "outputs.tar.gz": ("a tar archive", "tar "),
    "damaged.json": ("a run file", "assay verify"),
    "nowhere.txt": ("no such file; check the path", ""),
    "bare": ("a directory, not a file; there is no file in it", ""),
    "https://example.com/a.txt": ("download it first", "curl "),
    "'The harbour is open again.'": ("if it is a text, write it into a file", ""),
}
# Commands that read outputs beside references, each with an output that is given by mistake.
READERS = {
    "score": "score -r ref.txt {}",
    "compare": "compare -r ref.txt {} b.txt --draws 100",
    "power": "power -r ref.txt {} b.txt --draws 100",
    "report": "report -r ref.txt {} b.txt -o page.html",
    "diagnose": "diagnose -r ref.txt {} b.txt",
    "align": "align -r ref.txt {}",
    "gate": "gate -r ref.txt {} --baseline b.txt --margin 1",
    "meta": "meta ratings.tsv -r ref.txt alder={} birch=b.txt -m chrf",
    "learn": "learn ratings.tsv -r ref.txt alder={} birch=b.txt -m chrf -o model.json",
}


@pytest.mark.parametrize("command", READERS)
def test_every_command_says_what_a_file_is(command: str, typed: Type) -> None:
    for name, (words, program) in FILES.items():
        code, answer, said = typed(READERS[command].format(name))
        assert (name, code in (1, 2), answer) == (name, True, ""), said
        assert (name, words in said, said.count("error: ")) == (name, True, 1), said
        assert program in said


def test_the_commands_that_are_proposed_for_files_make_plain_text(typed: Type, tmp_path: Path) -> None:
    """They are run as they stand in the message, and what they write is scored as the output is."""
    for name, begins in {"cr.txt": "tr ", "pairs.tsv": "cut ", "fairseq.log": "grep "}.items():
        said = typed(f"score -r ref.txt {name}")[2]
        proposed = said[said.index(begins) :].strip()
        subprocess.run(proposed, shell=True, check=True, cwd=tmp_path, timeout=60)
        made = shlex.split(proposed)[-1]
        assert (tmp_path / made).read_text(encoding="utf-8").splitlines() == OUTPUT, (name, proposed)


IDLE = ("serve", "metrics", "formats")  # they wait for visitors, or need nothing
MISSING = "nowhere/at/all.txt"


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in IDLE])
@pytest.mark.parametrize("words", ["", MISSING, "--zzz", f"-o nowhere/x {MISSING}", "--format zzz", "'' ''"])
def test_no_command_answers_a_slip_with_a_traceback(command: str, words: str, typed: Type) -> None:
    code, _, said = typed(f"{command} {words}")
    assert code in (0, 1, 2)
    assert "Traceback" not in said
    if code:
        assert said.startswith(("error: ", "warning: ", "usage: "))
    if words == "--zzz" and command != "sacrebleu":
        assert 'has no option --zzz; "assay' in said or "arguments are required" in said


VARIANTS = (
    *("chrf:beta=3", "chrf:word_order=1", "chrf:beta=3,word_order=2", "wordf:beta=3", "rouge:kind=n,order=2"),
    *(
        "rouge:kind=lsum",
        "rouge:kind=su",
        "gtm:exponent=2",
        "f:beta=2",
        "overlap:only=NN",
        "maxsim:relations",
    ),
)


def test_every_heading_is_taken_for_its_metric() -> None:
    """A heading is typed as it stands in a table, with its arrow; textbooks' BLEU-4 alone may be two."""
    for spec in (*METRICS, *ALIASES, *VARIANTS):
        metric = parse_metric(spec)
        for heading in (metric.label, f"{metric.label} ↑", metric.label.upper()):
            if "(" not in heading or heading is metric.label:
                assert (heading, parse_metric(heading)) == (heading, metric)


def test_headings_that_show_options_are_taken_as_well() -> None:
    metrics = [
        parse_metric(spec)
        for spec in ("bleu", "bleu:tok=intl", "bleu:tok=intl,lowercase", "chrf", "chrf:lowercase")
    ]
    assert [parse_metric(heading) for heading in distinct_labels(metrics)] == metrics


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("bleu", 'assay.score(outputs, references, "bleu")'),
        ("corpus_bleu", 'assay.score(outputs, references, "bleu")'),
        ("sentence_chrf", 'assay.score(outputs, references, "chrf", level="segment")'),
        ("BLEU", 'assay.score(outputs, references, "bleu")'),
        ("evaluate", "assay.score"),
        ("agreement", "assay.agree"),
        ("grid", "assay.score_grid"),
    ],
)
def test_names_of_other_libraries_are_answered_with_what_to_write(name: str, call: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(assay, name)
    assert str(caught.value).endswith(f"write {call}")
    here = {"assay": assay, "outputs": OUTPUT, "references": REFERENCE}
    assert eval(call, here) is not None


@pytest.mark.parametrize("name", ["zzz", "_bleu", "levenshtein"])
def test_a_name_that_nobody_can_tell_is_said_alone(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'assay' has no attribute '{name}'$"):
        getattr(assay, name)
