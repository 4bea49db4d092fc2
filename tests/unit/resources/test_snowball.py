"""Snowball's modules are read as data: stems are the package's own, and nothing of a store is run."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
import snowballstemmer

from assay.errors import DependencyError
from assay.resources import Resources, is_installed, store_at
from assay.resources.snowball import ForeignCodeError, read_stemmer
from assay.resources.stemming import snowball_stemmer
from support.program import assay
from support.small_resources import write_small

PACKAGE = Path(snowballstemmer.__file__).parent
LANGUAGES = sorted(path.stem.removesuffix("_stemmer") for path in PACKAGE.glob("*_stemmer.py"))
# The languages of version 1.2.1, which METEOR stems.
EARLY = [
    "danish",
    "dutch",
    "english",
    "finnish",
    "french",
    "german",
    "hungarian",
    "italian",
    "norwegian",
    "porter",
    "portuguese",
    "romanian",
    "russian",
    "spanish",
    "swedish",
    "turkish",
]
WORDS = 400
SPOILT = "import os; open({path!r}, 'w').close()\n"


def built_words(source: str) -> Iterator[str]:
    """Yield words made of a module's own endings, one, two or three after some letters, so that every table is met."""
    endings = [json.loads(f'"{found}"') for found in re.findall(r'Among\(u?"([^"]*)"', source)]
    letters = sorted({letter for ending in endings for letter in ending} | set("aeioubdst'"))
    chance = random.Random(sum(map(ord, source)))
    for _ in range(WORDS):
        start = "".join(chance.choices(letters, k=chance.randint(0, 6)))
        yield start + "".join(chance.choices(endings, k=chance.randint(1, 3)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_stems_are_those_of_the_package(language: str) -> None:
    source = (PACKAGE / f"{language}_stemmer.py").read_text(encoding="utf-8")
    stem, words = read_stemmer(source), list(built_words(source))
    module = import_module(f"snowballstemmer.{language}_stemmer")
    (own,) = (
        value for name, value in vars(module).items() if name.endswith("Stemmer") and name != "BaseStemmer"
    )
    expected = [own().stemWord(word) for word in words]
    assert list(map(stem, words)) == expected
    assert expected != words


def early_package() -> Path:
    """Return the folder of version 1.2.1, which is in the store of whoever has installed it."""
    if is_installed("snowball") and Resources().get("snowball").version == "1.2.1":
        return Resources().get("snowball").folder / "snowballstemmer"
    pytest.skip("needs the stemmers that METEOR has: assay resources install snowball")


@pytest.mark.parametrize("language", EARLY)
def test_stems_are_those_of_the_version_that_meteor_has(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = early_package()
    spec = spec_from_file_location(
        "early_snowball", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    monkeypatch.setitem(sys.modules, "early_snowball", module_from_spec(spec))
    module = import_module(f"early_snowball.{language}_stemmer")
    own = getattr(module, f"{language.capitalize()}Stemmer")()
    source = (folder / f"{language}_stemmer.py").read_text(encoding="utf-8")
    words = list(built_words(source))
    assert list(map(read_stemmer(source), words)) == [own.stemWord(word) for word in words]


def test_a_word_leaves_nothing_behind() -> None:
    stem = read_stemmer((PACKAGE / "english_stemmer.py").read_text(encoding="utf-8"))
    assert [stem("yearly"), stem("skies"), stem("yearly"), stem("")] == ["year", "sky", "year", ""]


ROUTINE = (
    "from .basestemmer import BaseStemmer\n\nclass XStemmer(BaseStemmer):\n    def _stem(self):\n        "
)
FOREIGN = {
    "an import": "import os\n" + ROUTINE + "return True",
    "an import of another module": "from .os import system\n" + ROUTINE + "return True",
    "a call at the top": "print(1)\n" + ROUTINE + "return True",
    "no stemmer": "",
    "two stemmers": ROUTINE + "return True\nclass Y:\n    pass",
    "no start": "class XStemmer:\n    a_0 = 1",
    "no Python": ROUTINE + "return (",
    "a null character": ROUTINE + "return '\0'",
    "deep nesting": ROUTINE + "return " + "not " * 3000 + "True",
    "a table that is computed": "class XStemmer:\n    a_0 = [Among(open('x'), -1, 1)]",
    "a call of something else": ROUTINE + "return open('x')",
    "a call of a method that is none": ROUTINE + "return self.replace(0, 0, 'x')",
    "an attribute of Python": ROUTINE + "self.__class__ = 1\n        return True",
    "a path to Python": ROUTINE + "return self.__init__.__globals__",
    "a loop without an end": ROUTINE + "while True:\n            self.cursor = 0",
    "a routine that calls itself": ROUTINE + "return self._stem()",
    "a label that nobody catches": ROUTINE + "raise lab0()",
    "a routine without an end": ROUTINE + "self.cursor = 0",
    "a place outside the word": ROUTINE + "return self.current[99]",
    "a sum of unlike things": ROUTINE + "return self.cursor + 'x'",
    "a variable that is not set": ROUTINE + "return v_1",
    "a register that is not set": ROUTINE + "return self.I_p9",
}


@pytest.mark.parametrize("source", FOREIGN.values(), ids=FOREIGN)
def test_what_is_no_stemmer_is_refused(source: str) -> None:
    with pytest.raises(ForeignCodeError):
        read_stemmer(source)("word")


def spoilt_store(folder: Path, name: str, text: Callable[[str], str]) -> Path:
    """Return a store in which a file of the stemmers is another, and its manifest says so."""
    store = folder / "st"
    write_small(str(store))
    path = store / "snowball" / "snowballstemmer" / name
    path.write_text(text(path.read_text(encoding="utf-8")), encoding="utf-8")
    manifest = store / "snowball" / "manifest.json"
    told = json.loads(manifest.read_bytes())
    told["files"][f"snowballstemmer/{name}"]["bytes"] = path.stat().st_size
    manifest.write_text(json.dumps(told), encoding="utf-8")
    return store


@pytest.mark.parametrize("name", ["__init__.py", "among.py", "basestemmer.py", "german_stemmer.py"])
def test_nothing_of_a_store_is_run(name: str, tmp_path: Path) -> None:
    run = tmp_path / "was-run"
    store = spoilt_store(tmp_path, name, lambda text: SPOILT.format(path=str(run)) + text)
    for file, line in (("m.out", "der kleine Hund"), ("m.ref", "die kleinen Hunde")):
        (tmp_path / file).write_text(f"{line}\n", encoding="utf-8")
    command = ["score", "m.out", "-r", "m.ref", "-m", "meteor:language=de,function_words=own"]
    done = assay(*command, "--resources", str(store), cwd=tmp_path)
    assert not run.exists()
    refused = name == "german_stemmer.py"
    assert (done.returncode, "is damaged: snowballstemmer/german_stemmer.py" in done.stderr) == (
        int(refused),
        refused,
    ), done.stderr
    assert "Traceback" not in done.stderr


def test_a_fault_that_one_word_meets_is_told(tmp_path: Path) -> None:
    source = ROUTINE + "return self.current[3]"
    store = spoilt_store(tmp_path, "german_stemmer.py", lambda _: source)
    with store_at(str(store)):
        stem = snowball_stemmer(Resources().get("snowball"), "german")
        assert stem("word") == "word"
        with pytest.raises(DependencyError, match=r"german_stemmer.py is no stemmer \(IndexError\)"):
            stem("to")
