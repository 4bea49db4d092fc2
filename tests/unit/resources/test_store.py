"""The store of resources: whole or not there, checked, and moved by an option or the environment."""

import gzip
import hashlib
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import pytest

from assay.errors import DependencyError, InputError, OptionError, ResourceMissingError
from assay.resources import Resources, entry_of, store_at
from assay.resources.catalogue import known_resources
from assay.resources.installation import add_resource
from assay.resources.store import check_resource, installed_identity, list_installed
from support import program

TABLE = "0.5\nbig\nlarge\n0.25\nbig\nvery large\n"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASSAY_RESOURCES", str(tmp_path / "store"))
    return tmp_path / "store"


def assay(*words: str) -> "subprocess.CompletedProcess[str]":
    return program.assay(*words, cwd=Path.cwd())


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.gz"
    path.write_bytes(gzip.compress(TABLE.encode()))
    return path


def test_a_table_is_compiled_and_mapped(table: Path) -> None:
    resource = add_resource("paraphrases-xx", str(table))
    slots, places = (resource.array(f"paraphrases.{part}") for part in ("slots", "places"))
    assert isinstance(slots, np.memmap)
    used = np.flatnonzero(slots)
    assert len(places) == 1 + 2
    assert set(places[1:] & 0x7FFFFFFF) < set(used)


def test_the_same_file_has_the_same_identity(table: Path, tmp_path: Path) -> None:
    first = add_resource("paraphrases-xx", str(table)).identity
    assert add_resource("paraphrases-xx", str(table)).identity == first
    assert installed_identity("paraphrases-xx") == first
    with store_at(str(tmp_path / "other")):
        assert installed_identity("paraphrases-xx") == "paraphrases-xx"
        assert list_installed() == []


def test_what_is_missing_names_the_command() -> None:
    with pytest.raises(ResourceMissingError, match='"assay resources install meteor-en"'):
        Resources().get("meteor-en")
    with pytest.raises(ResourceMissingError, match='"assay resources add vectors-de --from FILE"'):
        Resources().get("vectors-de")
    with pytest.raises(OptionError, match="did you mean meteor-en"):
        Resources().get("meteor_en")


def test_a_file_cut_short_is_noticed_when_it_is_opened(table: Path, store: Path) -> None:
    add_resource("paraphrases-xx", str(table))
    part = store / "paraphrases-xx" / "paraphrases.places.npy"
    part.write_bytes(part.read_bytes()[:-8])
    with pytest.raises(DependencyError, match=r"damaged: paraphrases\.places\.npy has another size"):
        Resources().get("paraphrases-xx")
    part.unlink()
    with pytest.raises(DependencyError, match="is gone"):
        Resources().get("paraphrases-xx")


def test_a_changed_file_is_noticed_by_check(table: Path, store: Path) -> None:
    resource = add_resource("paraphrases-xx", str(table))
    assert check_resource(resource) == ""
    part = store / "paraphrases-xx" / "paraphrases.places.npy"
    part.write_bytes(part.read_bytes()[:-1] + b"\x01")
    assert check_resource(resource) == "changed since it was installed: paraphrases.places.npy"
    run = assay("resources", "check")
    assert run.returncode == 1
    assert "changed since it was installed" in run.stdout


def test_a_package_with_another_checksum_is_not_installed(tmp_path: Path, store: Path) -> None:
    wheel = tmp_path / "pycocoevalcap-1.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as package:
        package.writestr("pycocoevalcap/meteor/meteor-1.5.jar", "")
    with pytest.raises(InputError, match="checksum differs"):
        add_resource("meteor-en", str(wheel))
    assert not store.exists()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("paraphrases-xx", b"0.5\nbig\n", "2 lines are no paraphrase table"),
        ("paraphrases-xx", gzip.compress(TABLE.encode(), mtime=0)[:-9], "too early"),
        ("paraphrases-xx", b"", "0 lines"),
        ("vectors-xx", b"cat 1 0\ndog 1\n", 'line 2: "dog 1" is not a word and 2 numbers'),
        ("vectors-xx", b"cat nan\n", "line 1"),
        ("vectors-xx", b"\xff 1\n", "not UTF-8"),
        ("synonyms-xx", b"UTF-8\nnonsense\n", 'line 2: "nonsense" is no entry'),
        ("synonyms-xx", b"klingon\ncat|1\n", "must name the encoding"),
    ],
)
def test_a_bad_file_leaves_nothing_behind(
    name: str, content: bytes, message: str, tmp_path: Path, store: Path
) -> None:
    source = tmp_path / "source"
    source.write_bytes(content)
    with pytest.raises(InputError, match=message):
        add_resource(name, str(source))
    assert list(store.iterdir()) == []


def test_a_thesaurus_pairs_the_words_of_a_meaning(tmp_path: Path) -> None:
    source = tmp_path / "th.dat"
    source.write_bytes("ISO8859-1\ngroß|2\n-|riesig|gewaltig (sehr)\n-|erwachsen\n".encode("latin-1"))
    lookup = add_resource("synonyms-de", str(source)).lookup("synsets")
    assert sorted(np.diff(lookup.offsets)) == [1, 1, 1, 2]


def test_vectors_are_kept_in_order_of_their_words(tmp_path: Path) -> None:
    source = tmp_path / "vectors.txt"
    source.write_text("2 3\ncat 1 0 0\ndog 0.5 0.5 0\n", encoding="utf-8")
    resource = add_resource("vectors-xx", str(source))
    words = resource.lines("words.txt")
    matrix = dict(zip(words, resource.array("vectors.matrix", "f4", 2).tolist(), strict=True))
    assert matrix == {"cat": [1, 0, 0], "dog": [0.5, 0.5, 0]}


@pytest.mark.parametrize("name", ["vectors-../x", "vectors-", "vectors-.", "vectors-a b", "vectors-a/b"])
def test_a_name_is_no_path(name: str) -> None:
    with pytest.raises(OptionError, match="there is no resource"):
        entry_of(name)


def test_the_catalogue_pins_every_package() -> None:
    for entry in known_resources().values():
        assert bool(entry.package) == bool(entry.version) == bool(entry.sha256) != entry.name.endswith("*")
        assert not entry.sha256 or len(bytes.fromhex(entry.sha256)) == hashlib.sha256().digest_size


def test_the_command_says_what_is_where(table: Path, tmp_path: Path, store: Path) -> None:
    assert assay("resources", "path").stdout == f"{store}\n"
    other = str(tmp_path / "other")
    added = assay("resources", "add", "paraphrases-xx", "--from", str(table), "--resources", other)
    assert added.returncode == 0, added.stderr
    assert "paraphrases-xx" in assay("resources", "--resources", other).stdout
    assert "not in the store" in assay("resources", "check", "meteor-en").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["install"], "install what?"),
        (["install", "paraphrases-xx"], "is in no package"),
        (["add", "vectors-xx"], "--from PATH"),
        (["list", "--from", "x"], "--from"),
        (["path", "minilm"], "takes no NAME"),
        (["add", "vectors-xx", "--from", "nowhere"], "no such file or folder"),
    ],
)
def test_a_bad_call_is_refused(words: list[str], message: str) -> None:
    run = assay("resources", *words)
    assert run.returncode in (1, 2)
    assert message in run.stderr
