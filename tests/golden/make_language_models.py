"""Make golden figures of language models: `python tests/golden/make_language_models.py kenlm LMPLZ` (KenLM's lmplz).

The training text is all English of examples/harbour, the command `lmplz -o ORDER --discount_fallback`. The Python
package `kenlm` scores sentences with the models that lmplz makes of it; nothing of ours is imported.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import kenlm
from golden_write import write

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


def corpus() -> str:
    """Return the training text."""
    return "".join((HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8") for name in NAMES)


def main() -> None:
    """Train with lmplz, score with kenlm."""
    cases = []
    for order in (2, 3, 5):
        with tempfile.TemporaryDirectory() as folder:
            arpa = Path(folder) / "model.arpa"
            command = [sys.argv[2], "-o", str(order), "--discount_fallback", "-S", "20%", "-T", folder]
            trained = subprocess.run(
                command, input=corpus().encode(), capture_output=True, check=True, timeout=600
            )
            arpa.write_bytes(trained.stdout)
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
    write(__file__, "kenlm", 1e-4, sentences=[{"text": text} for text in SENTENCES], cases=cases)


if __name__ == "__main__":
    main()
