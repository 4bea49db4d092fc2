"""Small whole files of every kind that a program finds beside texts, with what reads each: for laws and the fuzzer.

A `FoundFile` has its content, and `read`, which takes the path of a file with a content like it, puts that among the
files that belong to it, and uses it to the end. `wrapped` puts a JSON document where the file has one.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

from assay.engine.merging import merge_parts
from assay.engine.options import MergeOptions
from assay.errors import InputError
from assay.io import (
    JudgementOptions,
    open_judgements,
    read_postedits,
    read_run,
    read_scores,
    read_texts,
    read_vectors,
)
from assay.io.lexicons import read_synsets, read_thesaurus
from assay.io.models.combinations import read_combined_model
from assay.metrics import read_table
from assay.plugins import programs
from assay.plugins.cache import AnswerCache
from assay.plugins.judge import client
from assay.plugins.judge.call import JudgeCall
from assay.plugins.programs import Program, ProgramCall
from assay.plugins.requests import Request, read_answer
from assay.plugins.store import open_plugin
from assay.postedit import measure_effort
from assay.postedit.options import EffortOptions
from assay.resources import store_at
from assay.resources.store import check_resource, open_resource
from support.metric_scores import stats
from support.program import HARBOUR
from support.small_models import small_encoder
from support.small_resources import write_small

Read = Callable[[str], object]
DATA = Path(__file__).parents[1] / "golden" / "data"
OUTPUTS, REFERENCES = ["the cat , as well", "big mice"], [["a cat too", "large mouse"]]
READY = {"label": "X", "program": "x-1", "direction": "higher", "low": 0, "high": 1, "inputs": ["hypothesis"]}
PLUGIN = {
    "program_call": {
        "path": "/bin/x",
        "python": None,
        "model": None,
        "options": [["a", "b"]],
        "seconds": 60.0,
    },
    "declaration": {**READY, "limit": "", "versions": ["y-1"], "times": 1.0, "batch": 4},
    "model": "none",
    "program": "x-1",
    "files": [["a", 1, 2]],
}
JUDGE = {
    "judge": {"style": "da", "endpoint": "http://localhost:1/v1", "model": "m"},
    "declaration": PLUGIN["declaration"],
    "model": "m",
    "program": "x-1",
    "files": [],
}
ANSWER = {
    "id": "0",
    "score": 0.5,
    "truncated": ["hypothesis"],
    "spans": [{"start": 0, "end": 1, "severity": "minor"}],
}
COMPLETION = {
    "choices": [{"message": {"content": "70"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 7, "completion_tokens": 1},
}
COMBINATION = {
    "format": "assay-combination",
    "version": 1,
    "method": "ridge",
    "intercept": 0.5,
    "members": [{"metric": "chrf", "signature": "chrf", "mean": 50.0, "deviation": 5.0, "weight": 1.0}],
    "card": {},
}
COMET = {"alder": [{"src": "a", "mt": "b", "COMET": 0.5}, {"src": "a", "mt": "b", "COMET": 0.25}]}
WMT25 = {
    "doc_id": "en-cs_CZ_#_news_#_a_#_0",
    "src_text": "a",
    "tgt_text": {"red": "b"},
    "scores": {
        "red": [{"score": 8.0, "errors": [{"start_i": 0, "end_i": 1, "severity": "minor"}], "annotator": "c"}]
    },
}
RATING = {"errors": [{"start": 0, "end": 2, "category": "a/b", "severity": "minor", "score": 1.0}]}
GERMAN = "snowballstemmer/german_stemmer.py"
THESAURUS = "UTF-8\nbig|1\n(adj)|large|great (generic term)\nboat|1\n(noun)|ship\n"


@dataclass(frozen=True)
class FoundFile:
    """A file as it should be, and what reads one like it; `wrapped` is None where it holds no JSON."""

    name: str
    content: bytes
    read: Read
    wrapped: Callable[[bytes], bytes] | None = bytes


def found_files() -> list[FoundFile]:
    """Return a file of every kind."""
    return [
        *_models(),
        *_archives(),
        *_stores(),
        *_plugins(),
        *_logs(),
        *_studies(),
        FoundFile("combination.json", _json(COMBINATION), read_combined_model),
        FoundFile("comet.json", _json(COMET), read_scores),
        FoundFile("own.json", _scores(), read_scores),
        FoundFile("scores.jsonl", _json({"system": "a", "segment": 1, "bleu": 3.5}), read_scores),
        FoundFile("run.json", _run_file(), read_run),
        FoundFile("synonyms.dat", THESAURUS.encode(), read_thesaurus, None),
        FoundFile("synsets.tsv", b"en\tbig\t1 2\nen\tlarge\t1\n", read_synsets, None),
        FoundFile("vectors.txt", b"the 0.5 -1\ncat 1e-3 2\n", read_vectors, None),
        FoundFile("lines.txt", b"one\ntwo\n", read_texts, None),
    ]


def _json(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


# --- models --------------------------------------------------------------------------------------------------


def _models() -> Iterator[FoundFile]:
    encoder = Path(small_encoder())
    for name in ("config.json", "tokenizer_config.json", "vocab.txt", "model.safetensors"):
        wrapped = {"vocab.txt": None, "model.safetensors": _header}.get(name, bytes)
        yield FoundFile(name, (encoder / name).read_bytes(), _encoding(name), wrapped)
    arpa = (Path(__file__).parents[1] / "laws" / "unigrams.arpa").read_bytes()
    kenlm = {f"{name}.bin": (DATA / f"kenlm-{name}.bin").read_bytes() for name in ("trie", "probing")}
    for name, content in {"a.arpa": arpa, **kenlm}.items():
        yield FoundFile(name, content, _modelled, None)


def _modelled(path: str) -> object:
    measures = ("perplexity", "logprob", "oov")
    return [stats(f"lm:measure={each},model={path}", OUTPUTS, REFERENCES).total() for each in measures]


def _header(document: bytes) -> bytes:
    """Return a file of safetensors that begins with a document."""
    return len(document).to_bytes(8, "little") + document + bytes(64)


def _encoding(name: str) -> Read:
    def read(path: str) -> object:
        with _folder() as folder:
            for other in Path(small_encoder()).iterdir():
                (folder / other.name).symlink_to(other)
            (folder / name).unlink()
            shutil.copy(path, folder / name)
            return stats(f"bertscore:layer=1,model={folder}", OUTPUTS, REFERENCES).total()

    return read


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="assay-found-") as folder:
        yield Path(folder)


# --- archives of arrays --------------------------------------------------------------------------------------


def _archives() -> Iterator[FoundFile]:
    """Yield a part and a table of n-grams, made by the program itself."""
    from assay.cli.main import main as assay

    with _folder() as folder, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        for name in ("alder.en", "reference-a.en"):
            lines = (HARBOUR / f"{name}.txt").read_text(encoding="utf-8").splitlines(keepends=True)
            (folder / name).mkdir()
            (folder / name / "1.txt").write_text("".join(lines[:5]), encoding="utf-8")
            (folder / name / "2.txt").write_text("".join(lines[5:9]), encoding="utf-8")
        words = ["-o", str(folder / "parts"), "-m", "bleu", "-m", "nist", "--workers", "1"]
        assert assay(["map", str(folder / "alder.en"), "-r", str(folder / "reference-a.en"), *words]) == 0
        part, other = (path.read_bytes() for path in sorted((folder / "parts").glob("*.part")))
        table = next((folder / "parts").glob("*.table")).read_bytes()
    yield FoundFile("a.part", part, _merging(other), lambda document: _with_header(part, document))
    yield FoundFile("a.table", table, _counting, lambda document: _with_header(table, document))


def _with_header(archive: bytes, document: bytes) -> bytes:
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as whole, zipfile.ZipFile(changed, "w") as packed:
        for member in whole.namelist():
            packed.writestr(member, document if member == "part.json" else whole.read(member))
    return changed.getvalue()


def _merging(other: bytes) -> Read:
    """Return what merges a part alone, and with one of another shard."""

    def read(path: str) -> object:
        totals = []
        with _folder() as folder:
            shutil.copy(path, folder / "b.part")
            for _ in range(2):
                merged = merge_parts(MergeOptions((str(folder),))).evaluation()
                totals.append([each.total() for each in merged.stats.values()])
                (folder / "a.part").write_bytes(other)
        return totals

    return read


def _counting(path: str) -> object:
    """Read a table, use it for a text of its set, and add it to itself."""
    table = read_table(path)
    lines = read_texts(str(HARBOUR / "reference-a.en.txt"))[:3]
    stats(f"nist:table={path}", lines, [lines]).total()
    return table + table


# --- stores --------------------------------------------------------------------------------------------------


def _stores() -> Iterator[FoundFile]:
    folder = Path(tempfile.mkdtemp(prefix="assay-found-store-"))
    write_small(str(folder))
    meteor = folder / "meteor-en"
    for path in sorted(meteor.iterdir()):
        wrapped = bytes if path.name == "manifest.json" else None
        yield FoundFile(path.name, path.read_bytes(), _installed(meteor, path.name), wrapped)
    stemmer = folder / "snowball" / GERMAN
    reading = _installed(folder / "snowball", GERMAN, "meteor:language=de,function_words=own")
    yield FoundFile(stemmer.name, stemmer.read_bytes(), reading, None)


def _installed(whole: Path, name: str, metric: str = "meteor") -> Read:
    """Return what reads a file of a store whose manifest has its size, so that the file itself is opened."""

    def read(path: str) -> object:
        with _folder() as store, store_at(str(store)):
            place = store / whole.name
            for other in whole.parent.iterdir():
                if other != whole:
                    (store / other.name).symlink_to(other)
            shutil.copytree(whole, place)
            shutil.copy(path, place / name)
            if name != "manifest.json":
                manifest = json.loads((place / "manifest.json").read_bytes())
                manifest["files"][name]["bytes"] = os.path.getsize(path)
                (place / "manifest.json").write_text(json.dumps(manifest))
            resource = open_resource(whole.name)
            check_resource(resource)
            return stats(metric, OUTPUTS, REFERENCES).total()

    return read


# --- plug-ins ------------------------------------------------------------------------------------------------


def _plugins() -> Iterator[FoundFile]:
    ready, answer, done = _json({"ready": READY}), _json(ANSWER), _json({"done": 1})
    yield FoundFile("plugin.json", _json(PLUGIN), _added)
    yield FoundFile("judge.json", _json(JUDGE), _added)
    yield FoundFile(
        "ready.jsonl", ready + answer + done, _conversation, lambda document: document + b"\n" + answer + done
    )
    yield FoundFile(
        "answer.jsonl", ready + answer + done, _conversation, lambda document: ready + document + b"\n" + done
    )
    yield FoundFile("kept.json", _json(ANSWER), _cached)
    yield FoundFile("answers.sqlite", _cache(_json(ANSWER)), _looked_up, _cache)
    yield FoundFile("completion.json", _json(COMPLETION), _judged)


def _added(path: str) -> object:
    with _folder() as folder:
        shutil.copy(path, folder / "found.json")
        before = os.environ.get("ASSAY_PLUGINS")
        os.environ["ASSAY_PLUGINS"] = str(folder)
        try:
            return open_plugin("found").identity
        finally:
            os.environ.pop("ASSAY_PLUGINS")
            if before is not None:
                os.environ["ASSAY_PLUGINS"] = before


def _conversation(path: str) -> object:
    """Hear a program out that says what is in a file."""
    request = Request("a")
    with _folder() as folder:
        script = folder / "found"
        # It hears the rest of what it is asked, so that no pipe breaks, and has nothing more to say.
        script.write_text(f"cat {shlex.quote(path)}\nexec >&-\ncat > {os.devnull}\n")
        with (
            patch.object(programs, "_PATIENCE", 0.05),
            Program("found", ProgramCall(str(script), python="/bin/sh", seconds=20)) as program,
        ):
            scale = program.greet().ends
            return [read_answer(answer, request, "found", scale) for _, answer in program.score([request])]


def _cache(answer: bytes) -> bytes:
    """Return the file of a cache with one answer."""
    with _folder() as folder:
        path = folder / "answers.sqlite"
        cache = AnswerCache(str(path))
        cache.keep("key", "found", {})
        cache.close()
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            rows.execute("UPDATE answers SET answer = CAST(? AS TEXT)", (answer,))
            rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            rows.execute("PRAGMA journal_mode=DELETE")
        return path.read_bytes()


def _looked_up(path: str) -> object:
    with _folder() as folder:
        shutil.copy(path, folder / "answers.sqlite")
        cache = AnswerCache(str(folder / "answers.sqlite"))
        try:
            return [read_answer(each, Request("a"), path) for each in cache.look_up(["key"]).values()]
        finally:
            cache.close()


def _cached(path: str) -> object:
    with _folder() as folder:
        (folder / "made.sqlite").write_bytes(_cache(Path(path).read_bytes()))
        return _looked_up(str(folder / "made.sqlite"))


def _judged(path: str) -> object:
    call = JudgeCall("da", "http://localhost:1/v1", "m")
    try:
        return client._read(call, Path(path).read_bytes())
    except (
        client._AgainError
    ) as again:  # which becomes an AssayError of the endpoint when it is asked in vain
        from assay.errors import DependencyError

        raise DependencyError(f"{path}: {again}") from None


# --- logs of people ------------------------------------------------------------------------------------------


def _logs() -> Iterator[FoundFile]:
    log = (HARBOUR / "postedits.jsonl").read_bytes().splitlines(keepends=True)[:12]
    yield FoundFile("postedits.jsonl", b"".join(log), _measured, lambda document: log[0] + document)
    rating = b"alder\t" + _json(RATING) + b"alder\tNone\n"
    yield FoundFile(
        "en-de.anna.seg.rating", rating, _judgements, lambda document: b"alder\t" + document + b"\n"
    )
    answers = _json(WMT25)
    yield FoundFile(
        "wmt25.jsonl", answers, _judgements, lambda document: answers + document + b"\n" + answers
    )
    pearmut = (DATA / "pearmut-annotations.json").read_bytes()
    yield FoundFile("pearmut.json", pearmut, _of_campaign, None)


def _measured(path: str) -> object:
    return measure_effort(read_postedits(path), EffortOptions())


def _of_campaign(path: str) -> object:
    return open_judgements(JudgementOptions(path, campaign="gulls"))


def _judgements(path: str) -> object:
    return open_judgements(JudgementOptions(path))


# --- databases of studies ------------------------------------------------------------------------------------

# What a database keeps as JSON: the first event, answers, and the state of a campaign; and what reads each.
HUMAN, STATUS = ("human", "{}"), ("campaign", "status", "spring", "--database", "{}")
CHECK = ("campaign", "check", "spring", "--database", "{}")
CELLS = {
    "created.json": ("events", "payload", "number = 1", (HUMAN, STATUS)),
    "answered.json": ("events", "payload", "kind = 'answered'", (CHECK,)),
    "responses.json": ("answers", "responses", "item > 0", (HUMAN, CHECK)),
    "state.json": ("snapshots", "state", "number > 0", (STATUS,)),
}


def _studies() -> Iterator[FoundFile]:
    """Yield what a small study has in its database; without the server there is none."""
    if find_spec("sqlalchemy") is None:
        return
    from support.small_studies import entered, finish, served, small_campaign

    with _folder() as folder:
        with served(folder, small_campaign(protocol="esa")) as desk:
            finish(entered(desk))
        whole = (folder / "campaigns.db").read_bytes()
        with closing(sqlite3.connect(folder / "campaigns.db")) as rows:
            for name, (table, column, which, _) in CELLS.items():
                (cell,) = rows.execute(f"SELECT {column} FROM {table} WHERE {which} LIMIT 1").fetchone()
                yield FoundFile(name, str(cell).encode(), _studied(whole, name))


def _studied(whole: bytes, name: str) -> Read:
    """Return what puts a text into the place of another in a database, and reads that."""

    def read(path: str) -> object:
        with _folder() as folder:
            database = folder / "found.db"
            database.write_bytes(whole)
            _put(database, name, Path(path).read_bytes())
            said = [_said(*(word.format(database) for word in words)) for words in CELLS[name][-1]]
        for code, error in said:
            if code:
                raise InputError(f"found.db: {error}")
        return said

    return read


def _put(database: Path, name: str, content: bytes) -> None:
    table, column, which, _ = CELLS[name]
    with closing(sqlite3.connect(database)) as rows, rows:
        # Where there is a snapshot, the events before it are not read again.
        rows.execute("DELETE FROM snapshots WHERE ?", (table == "events",))
        place = f"rowid = (SELECT rowid FROM {table} WHERE {which} LIMIT 1)"
        rows.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {place}", (content,))


def _said(*words: str) -> tuple[int, str]:
    """Run a command here; return its exit code and what it said to standard error."""
    from assay.cli.main import main as assay

    with redirect_stdout(io.StringIO()) as answer, redirect_stderr(io.StringIO()) as said:
        code = assay(list(words))
    return code, said.getvalue() or answer.getvalue()


def _scores() -> bytes:
    from assay.cli.main import main as assay

    with redirect_stdout(io.StringIO()) as said:
        files = [str(HARBOUR / name) for name in ("reference-a.en.txt", "alder.en.txt")]
        assert assay(["score", "-r", *files, "-m", "bleu", "--format", "json"]) == 0
    return said.getvalue().encode()


def _run_file() -> bytes:
    from assay.cli.main import main as assay

    with _folder() as folder, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        files = [str(HARBOUR / name) for name in ("reference-a.en.txt", "alder.en.txt", "birch.en.txt")]
        words = [
            "-r",
            *files,
            "-m",
            "bleu",
            "--draws",
            "20",
            "--run-segments",
            "--run",
            str(folder / "run.json"),
        ]
        assert assay(["compare", *words]) == 0
        return (folder / "run.json").read_bytes()
