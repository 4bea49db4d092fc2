"""Plain text side by side: shards, names, and one clear message for files that do not belong together."""

import gzip
import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayWarning, InputError, MismatchError
from assay.io.texts.textfiles import TextFiles
from support.assertions import present


@pytest.fixture(autouse=True)
def in_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(**files: str) -> None:
    for name, text in files.items():
        with open(name.replace("_", "."), "w", newline="", encoding="utf-8") as handle:
            handle.write(text)


def one(*args, **options):
    (shard,) = TextFiles(*args, **options).shards()
    return shard


def test_an_output_among_its_own_references_is_pointed_out(in_directory):
    write(a_txt="A\n", ref_txt="x\n")
    with pytest.warns(AssayWarning, match=r"a: the output .*a\.txt is also a reference"):
        one(("a.txt",), (str(in_directory),))


def test_one_shard_with_everything() -> None:
    write(a_txt="A\nB\n", b_txt="C\r\n\r\n", ref_txt="x\ny", src_txt="s\nt\n", doc_txt="d1\nnews\td2\n")
    evalset, outputs = one(("a.txt", "b.txt"), ("ref.txt",), "src.txt", "doc.txt")
    assert {name: list(column) for name, column in outputs.items()} == {"a": ["A", "B"], "b": ["C", ""]}
    assert {name: list(column) for name, column in evalset.references.items()} == {"ref.txt": ["x", "y"]}
    assert list(evalset.source) == ["s", "t"]
    assert evalset.document.names == ("d1", "d2 (news)")
    assert evalset.document.index.tolist() == [0, 1]


@pytest.mark.filterwarnings("ignore:.* is also a reference:assay.errors.AssayWarning")
@given(
    lines=st.lists(st.sampled_from(["", "a", "b c", "é"]), min_size=1, max_size=20), rows=st.integers(1, 9)
)
def test_shards_add_up_to_the_whole(tmp_path_factory, lines, rows):
    lines = [*lines, "a reference without any text is refused"]
    path = tmp_path_factory.mktemp("shards") / "a.txt"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    files = TextFiles((str(path),), (str(path),), documents=str(path))
    documents: tuple[str, ...] = ()
    found: list[str] = []
    for evalset, outputs in files.shards(rows):
        assert list(outputs) == ["a"]
        assert present(evalset.document).names[: len(documents)] == documents
        documents = present(evalset.document).names
        assert [documents[i] for i in present(evalset.document).index] == list(outputs["a"])
        found += outputs["a"]
    assert found == lines
    assert documents == tuple(dict.fromkeys(lines))


def test_lengths_that_differ_are_counted_to_the_end() -> None:
    write(b_txt="x\n" * 998, ref_txt="y\n" * 1000, c_txt="z\n" * 1200)
    shards = TextFiles(("b.txt", "c.txt"), ("ref.txt",)).shards(rows=100)
    with pytest.raises(MismatchError) as caught:
        list(shards)
    assert str(caught.value).startswith("b.txt has 998 lines, reference ref.txt has 1000; c.txt has 1200; ")


def test_mismatch_at_the_edge_of_a_shard() -> None:
    write(b_txt="x\n" * 100, ref_txt="y\n" * 300)
    with pytest.raises(MismatchError, match=r"b\.txt has 100 lines, reference ref\.txt has 300; every file"):
        list(TextFiles(("b.txt",), ("ref.txt",)).shards(rows=100))


@pytest.mark.parametrize(
    ("output", "reference", "message"),
    [
        ("a\nb\n", "a\nb\nc\n", r"a line is missing in b\.txt"),
        ("a\nb\nc\n", "a\nb\n", r"a line is missing in ref\.txt"),
        ("a\nb\n\n", "a\nb\n", r"b\.txt has an extra empty line at its end: delete it"),
        ("a\nb\n", "a\nb\n\r\n", r"ref\.txt has an extra empty line at its end"),
        ("a", "a\n\n", r"b\.txt has 1 line, reference ref\.txt has 2; ref\.txt has an extra empty line"),
    ],
)
def test_one_line_too_many_or_too_few(output: str, reference: str, message: str) -> None:
    write(b_txt=output, ref_txt=reference)
    with pytest.raises(MismatchError, match=message):
        one(("b.txt",), ("ref.txt",))


@pytest.mark.parametrize("role", ["source", "documents"])
def test_source_and_documents_are_counted_too(role: str) -> None:
    write(b_txt="a\n", ref_txt="a\n", more_txt="a\nb\nc\n")
    with pytest.raises(MismatchError, match=r"more\.txt has 3 lines, reference ref\.txt has 1"):
        one(("b.txt",), ("ref.txt",), **{role: "more.txt"})


def test_errors_do_not_wait_for_the_first_shard() -> None:
    write(b_txt="a\n", ref_txt="a\n")
    with pytest.raises(InputError, match=r"c\.txt: no such file"):
        next(TextFiles(("b.txt", "c.txt"), ("ref.txt",)).shards())


def test_an_empty_file_is_said_to_be_empty() -> None:
    write(b_txt="", ref_txt="a\n")
    with pytest.raises(InputError, match=r"b\.txt: the file is empty"):
        one(("b.txt",), ("ref.txt",))


def test_directory_of_references(in_directory):
    refs = in_directory / "refs"
    (refs / "nested").mkdir(parents=True)
    for name in ("b.de", "a.de", ".hidden"):
        (refs / name).write_text(f"{name}\n")
    write(out_txt="x\n")
    evalset, _ = one(("out.txt",), ("refs",))
    assert {name: list(column) for name, column in evalset.references.items()} == {
        "a.de": ["a.de"],
        "b.de": ["b.de"],
    }
    assert evalset.reference_counts() == (2, 2)


def test_empty_directory_of_references(in_directory):
    (in_directory / "refs").mkdir()
    (in_directory / "refs" / ".hidden").write_text("x")
    write(out_txt="x\n")
    with pytest.raises(InputError, match="refs: no file in this directory"):
        one(("out.txt",), ("refs",))


def test_directory_as_a_system(in_directory):
    (in_directory / "out").mkdir()
    write(ref_txt="x\n")
    with pytest.raises(InputError, match="out: a directory, not a file"):
        one(("out",), ("ref.txt",))


def test_references_of_one_name_are_told_apart(in_directory):
    for name in ("p", "q"):
        (in_directory / name).mkdir()
        (in_directory / name / "ref.txt").write_text("x\n")
    write(out_txt="x\n")
    assert list(one(("out.txt",), ("p/ref.txt", "q/ref.txt"))[0].references) == ["p/ref.txt", "q/ref.txt"]
    with pytest.raises(InputError, match=r"p/ref\.txt: given twice as a reference"):
        one(("out.txt",), ("p/ref.txt", "p/ref.txt"))


def test_no_reference() -> None:
    with pytest.raises(InputError, match="no reference given"):
        one(("out.txt",), ())


def names(*systems, **options):
    for system in systems:
        path = system.partition("=")[2] or system
        with open(path, "wb") as handle:
            handle.write(gzip.compress(b"x\n", mtime=0))
    write(ref_txt="x\n")
    return list(one(systems, ("ref.txt",), **options)[1])


def test_names_of_systems(in_directory):
    (in_directory / "d").mkdir()
    assert names("d/a.txt", "b.gz", "c.txt.gz", "d.de") == ["a", "b", "c", "d.de"]
    assert names("a.txt", "a.txt.gz", "b") == ["a.txt", "a.txt.gz", "b"]
    assert names("My system=a.txt", "b.txt") == ["My system", "b"]
    assert names("a.txt", "b.txt", names=("one", "two")) == ["one", "two"]


def test_a_file_whose_name_has_an_equals_sign(in_directory):
    (in_directory / "beam=5.txt").write_text("x\n")
    write(ref_txt="x\n")
    assert list(one(("beam=5.txt",), ("ref.txt",))[1]) == ["beam=5"]
    assert list(one(("wide=beam=5.txt",), ("ref.txt",))[1]) == ["wide"]


def test_duplicate_names_of_systems(in_directory):
    (in_directory / "d").mkdir()
    with pytest.raises(InputError, match=r'a\.txt and d/a\.txt: 2 systems named "a\.txt"; .*NAME=PATH'):
        names("a.txt", "d/a.txt")
    with pytest.raises(InputError, match='2 systems named "x"'):
        names("x=a.txt", "x=b.txt")
    with pytest.raises(InputError, match="1 system names for 2 systems"):
        names("a.txt", "b.txt", names=("x",))


def test_standard_input_once(monkeypatch: pytest.MonkeyPatch) -> None:
    write(ref_txt="x\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"y\n")))
    _, outputs = one(("-",), ("ref.txt",))
    assert {name: list(column) for name, column in outputs.items()} == {"stdin": ["y"]}
    with pytest.raises(InputError, match="more than once"):
        one(("-", "b=-"), ("ref.txt",))
    with pytest.raises(InputError, match="more than once"):
        one(("-", "-"), ("ref.txt",))
    with pytest.raises(InputError, match="more than once"):
        one(("-",), ("-",))
