"""A store of small resources, for tests on a machine that has none: METEOR's lists and tables, and stemmers."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import snowballstemmer
from numpy.typing import NDArray

from assay import kernel
from assay.resources import Resources, is_installed, store_at
from assay.resources.compilation import write_lookup, write_paraphrases
from assay.resources.installation import write_resource
from assay.text import Column

SYNSETS = {"big": [1, 2], "large": [1], "boat": [3], "ship": [3], "quick": [4], "fast": [4]}
EXCEPTIONS = {"mice": "mouse"}
PARAPHRASES = [("as well", "too"), ("a lot of", "many"), ("too", "as well"), ("the cat", "cat"), ("b b", "a")]
FUNCTION = {"en": "the a of to in , .", "de": "der die das , .", "cz": "", "es": "", "fr": "", "ru": ""}
PREFIXES = {
    "en": "# listed\nMr\nNo #NUMERIC_ONLY#\n",
    "de": "bzw\n",
    "cz": "",
    "es": "",
    "fr": "M\n",
    "ru": "",
}


def write_meteor(draft: Path) -> None:
    """Write what METEOR needs."""
    words = [word for word, numbers in SYNSETS.items() for _ in numbers]
    numbers = np.array([number for each in SYNSETS.values() for number in each], dtype=np.uint64)
    write_lookup(draft, "synsets", hashes(*words), numbers)
    write_lookup(draft, "exceptions", hashes(*EXCEPTIONS), hashes(*EXCEPTIONS.values()))
    write_paraphrases(draft, *phrase_sides(PARAPHRASES))
    for language, listed in FUNCTION.items():
        (draft / f"function.{language}.txt").write_text(listed.replace(" ", "\n"), encoding="utf-8")
        (draft / f"prefixes.{language}.txt").write_text(PREFIXES[language], encoding="utf-8")


def write_wordnet(draft: Path) -> None:
    """Write synonyms, and lemmas of which one has a capital."""
    words = [word for word, numbers in SYNSETS.items() for _ in numbers]
    numbers = np.array([number for each in SYNSETS.values() for number in each], dtype=np.uint64)
    write_lookup(draft, "synsets", hashes(*words), numbers)
    write_lookup(draft, "lemmas", hashes(*(word.replace("ship", "Ship") for word in words)), numbers)


def hashes(*phrases: str) -> NDArray[np.uint64]:
    """Return the hashes of phrases."""
    return kernel.text_hashes(Column.of(list(phrases)).texts)


def phrase_sides(pairs: Sequence[tuple[str, str]]) -> tuple[NDArray[np.uint64], ...]:
    """Return the hashes of phrases, of their paraphrases, and of what phrases begin with."""
    sides = [kernel.phrase_hashes(Column.of(list(side)).texts) for side in zip(*pairs, strict=True)]
    whole = [hashed[offsets[1:] - 1] for hashed, offsets in sides]
    begun = [np.delete(hashed, offsets[1:] - 1) for hashed, offsets in sides]
    return *whole, np.concatenate(begun)


def write_snowball(draft: Path) -> None:
    """Take the stemmers that are installed here."""
    shutil.copytree(Path(snowballstemmer.__file__).parent, draft / "snowballstemmer")
    shutil.rmtree(draft / "snowballstemmer" / "__pycache__", ignore_errors=True)


WRITERS = {"meteor-en": write_meteor, "snowball": write_snowball, "wordnet": write_wordnet}


def use_small_store() -> None:
    """Make a store that of this process which has what the user's has, and small resources for what it lacks."""
    named = os.environ.get("ASSAY_RESOURCES")
    if named is not None and all(map(is_installed, WRITERS)):
        return
    folder = tempfile.mkdtemp(prefix="assay-resources-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for path in Path(named).iterdir() if named is not None and Path(named).is_dir() else ():
        (Path(folder) / path.name).symlink_to(path.resolve())
    os.environ["ASSAY_RESOURCES"] = folder
    write_small(folder)


def write_small(folder: str) -> Resources:
    """Write the small resources into a store that it does not have."""
    with store_at(folder):
        for name, write in WRITERS.items():
            if not is_installed(name):
                write_resource(name, write, "small")
    return Resources(store=folder)
