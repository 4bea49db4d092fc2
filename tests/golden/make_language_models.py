"""Make golden figures of language models: `python tests/golden/make_language_models.py kenlm LMPLZ BUILD_BINARY`.

The training text is all English of examples/harbour, the command `lmplz -o ORDER --discount_fallback`. The Python
package `kenlm` scores sentences with the models that lmplz makes of it; nothing of ours is imported. Binary files of a
model of the first sentences of a reference, made by `build_binary KIND`, are written beside the figures.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import kenlm
from golden_write import DATA, write

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour"
NAMES = ("reference-a", "alder", "birch", "cedar", "drift")
SENTENCES = (
    "The ferry is late again.",
    "The harbour was closed because of heavy rain last night.",
    "Rain heavy of because closed was harbour the.",
    "A zeppelin landed near the weather station",
    "the the the",
    "",
    "Norderhaven is rebuilding the old pier .",
)


BINARIES = ("probing", "trie")
FIRST, ORDER = 25, 4  # sentences and order of the model that is kept


def corpus() -> str:
    """Return the training text."""
    return "".join((HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8") for name in NAMES)


def train(text: str, order: int, folder: str) -> Path:
    """Return the ARPA file that lmplz makes of a text."""
    arpa = Path(folder) / "model.arpa"
    command = [sys.argv[2], "-o", str(order), "--discount_fallback", "-S", "20%", "-T", folder]
    trained = subprocess.run(command, input=text.encode(), capture_output=True, check=True, timeout=600)
    arpa.write_bytes(trained.stdout)
    return arpa


def binaries() -> list[dict[str, object]]:
    """Write binary models, and return what kenlm says of the sentences with each that it can be asked about."""
    lines = (HARBOUR / "reference-a.en.txt").read_text(encoding="utf-8").split("\n")[:FIRST]
    cases: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder:
        arpa = train("\n".join(lines) + "\n", ORDER, folder)
        for kind in BINARIES:
            path = DATA / f"kenlm-{kind}.bin"
            subprocess.run(
                [sys.argv[3], kind, str(arpa), str(path)], check=True, capture_output=True, timeout=600
            )
            model = kenlm.Model(str(path))
            words = [
                [[log, bool(unknown)] for log, _, unknown in model.full_scores(text)]
                for text in (*SENTENCES, *lines)
            ]
            scores = [model.score(text) for text in (*SENTENCES, *lines)]
            cases.append({"kind": kind, "order": model.order, "scores": scores, "words": words})
    return cases


def main() -> None:
    """Train with lmplz, score with kenlm."""
    cases = []
    for order in (2, 3, 5):
        with tempfile.TemporaryDirectory() as folder:
            arpa = train(corpus(), order, folder)
            model = kenlm.Model(str(arpa))
            sizes = [
                int(line.split("=")[1]) for line in arpa.read_text().splitlines() if line.startswith("ngram ")
            ]
        words = [[[log, bool(unknown)] for log, _, unknown in model.full_scores(text)] for text in SENTENCES]
        scores = [model.score(text) for text in SENTENCES]
        perplexities = [model.perplexity(text) for text in SENTENCES]
        cases.append(
            {"order": order, "sizes": sizes, "scores": scores, "perplexities": perplexities, "words": words}
        )
    sentences = [{"text": text} for text in SENTENCES]
    write(__file__, "kenlm", 1e-4, sentences=sentences, cases=cases, binaries=binaries())


if __name__ == "__main__":
    main()
