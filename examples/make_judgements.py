"""Make the invented judgements of the example set: run `python examples/make_judgements.py` in the repository.

Nobody sat down to rate these outputs. What a made-up rater thinks of an output is its chrF, bent a little, with
this rater's own level, spread and carelessness around it. So the files look like those of a real campaign, one
careless rater included, and whoever knows how they were made can see whether a tool finds it out.
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterator
from pathlib import Path

import assay

FOLDER = Path(__file__).parent / "harbour"
SYSTEMS = ("alder", "birch", "cedar", "drift")
# level and spread of a rater's scores, and the noise in them; emil does not read what he rates
RATERS = {
    "anna": (4.0, 1.0, 6.0),
    "bilal": (-8.0, 0.8, 7.0),
    "chen": (0.0, 1.15, 8.0),
    "dora": (9.0, 0.7, 6.0),
    "emil": (0.0, 0.0, 14.0),
}
FIRST_SECOND = 1_772_000_000
CATEGORIES = (
    "Accuracy/Mistranslation",
    "Fluency/Grammar",
    "Accuracy/Untranslated text",
    "Fluency/Punctuation",
)


def lines(name: str) -> list[str]:
    """Return the lines of a file of the example set."""
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


def quality() -> dict[str, list[float]]:
    """Return what an attentive rater would think of every output, from 0 to 100."""
    references = lines("reference-a.en.txt")
    each = {system: assay.score(lines(f"{system}.en.txt"), references, "chrf").segments for system in SYSTEMS}
    return {system: [25 + 0.72 * score for score in scores] for system, scores in each.items()}


def rated(true: float, rater: str, chance: random.Random) -> int:
    """Return the score that a rater gives to an output of this quality."""
    level, spread, noise = RATERS[rater]
    score = 60 + level + spread * (true - 60) + chance.gauss(0, noise)
    return round(min(100, max(0, score)))


def rating_rows(chance: random.Random) -> Iterator[tuple[object, ...]]:
    """Yield ratings: each output by two raters, and control items for every rater, in the order of rating."""
    true, documents, names = quality(), lines("documents.txt"), list(RATERS)
    visits: dict[str, list[tuple[str, int, str]]] = {rater: [] for rater in names}
    for segment in range(len(documents)):
        for place, system in enumerate(SYSTEMS):
            for shift in (0, 2):
                visits[names[(segment + place + shift) % len(names)]].append((system, segment, "genuine"))
    for rater, own in visits.items():
        chance.shuffle(own)
        controls = [(system, segment, "degraded") for system, segment, _ in own[:18] if system != "drift"]
        controls += [(system, segment, "repeat") for system, segment, _ in own[18:28]]
        own[60:60] = controls
        clock = FIRST_SECOND + 86_400 * names.index(rater)
        for system, segment, item in own:
            shown = true[system][segment] - (28 if item == "degraded" else 0)
            seconds = round(chance.uniform(2, 6) if rater == "emil" else chance.lognormvariate(3.1, 0.5), 1)
            score = rated(shown, rater, chance)
            yield rater, system, segment + 1, score, item, documents[segment], clock, seconds
            clock += round(seconds) + 1


def ranking_rows(chance: random.Random) -> Iterator[tuple[object, ...]]:
    """Yield rankings of all four outputs of a segment, as pairs, in the form of the WMT campaigns of 2015 and 2016."""
    true, screen = quality(), 0
    texts = {system: lines(f"{system}.en.txt") for system in SYSTEMS}
    for segment in range(len(texts["alder"])):
        for rater in chance.sample(list(RATERS)[:4], 2):
            screen += 1
            shown = chance.sample(SYSTEMS, len(SYSTEMS))
            felt = {system: true[system][segment] + chance.gauss(0, 9) for system in shown}
            rank = {system: 1 + sum(felt[other] > felt[system] + 6 for other in shown) for system in shown}
            for place, first in enumerate(shown):
                for second in shown[place + 1 :]:
                    pair = (first, rank[first], second, rank[second])
                    yield "deu", "eng", segment + 1, segment + 1, rater, *pair, screen


def mqm_rows(chance: random.Random) -> Iterator[tuple[str, ...]]:
    """Yield errors marked in the first document: stretches that differ from the reference, or none."""
    documents, sources, references = (
        lines("documents.txt"),
        lines("source.de.txt"),
        lines("reference-a.en.txt"),
    )
    for system in SYSTEMS:
        for segment, output in enumerate(lines(f"{system}.en.txt")[: documents.count(documents[0])]):
            for rater in ("anna", "chen"):
                head = (system, documents[segment], str(segment + 1), str(segment + 1), rater)
                marked = list(errors(sources[segment], output, references[segment], chance))
                yield from ((*head, *error) for error in marked)
                if not marked:
                    yield *head, sources[segment], output, "No-error", "No-error"


def errors(source: str, output: str, reference: str, chance: random.Random) -> Iterator[tuple[str, ...]]:
    """Yield source and output, one of them with a stretch marked, and category and severity of the error."""
    words, expected = output.split(" "), reference.split(" ")
    for operation, first, last, _, _ in difflib.SequenceMatcher(None, words, expected).get_opcodes():
        if operation in ("replace", "delete") and chance.random() < 0.6:
            severity = "Major" if last - first > 2 or chance.random() < 0.15 else "Minor"
            marked = [*words[:first], "<v>" + " ".join(words[first:last]) + "</v>", *words[last:]]
            yield source, " ".join(marked), chance.choice(CATEGORIES), severity
        elif operation == "insert" and chance.random() < 0.8:
            yield (
                f"<v>{source}</v>",
                output,
                "Accuracy/Omission",
                "Major" if chance.random() < 0.6 else "Minor",
            )


def write(name: str, header: str, rows: Iterator[tuple[object, ...]], separator: str) -> None:
    """Write a table."""
    text = "".join(separator.join(map(str, row)) + "\n" for row in rows)
    (FOLDER / name).write_text(header.replace(",", separator) + "\n" + text, encoding="utf-8")


def main() -> None:
    """Write the three files, always the same."""
    ratings = "rater,system,segment,score,item,document,start,seconds"
    write("ratings.tsv", ratings, rating_rows(random.Random(1)), "\t")
    pairs = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
    write("rankings.csv", pairs, ranking_rows(random.Random(2)), ",")
    mqm = "system,doc,doc_id,seg_id,rater,source,target,category,severity"
    write("mqm.tsv", mqm, mqm_rows(random.Random(3)), "\t")


if __name__ == "__main__":
    main()
