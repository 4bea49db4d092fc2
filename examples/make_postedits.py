"""Make the invented log of post-editing of the example set: run `python examples/make_postedits.py` in the repository.

Nobody sat down to edit these outputs. Three made-up editors turn outputs of `alder` and `cedar` into reference A, or
type it from scratch, in a Latin square: every editor does every segment once, every segment is done in all three ways.
An editor has a speed, reads before and checks after, hesitates before a word that is wrong, and mistypes now and then.
Anna's laptop sleeps for half an hour in segment 4, and Ben's clock is set back in segment 7.
"""

from __future__ import annotations

import difflib
import json
import random
from pathlib import Path

FOLDER = Path(__file__).parent / "harbour"
WAYS = ("scratch", "alder", "cedar")
EDITORS = {"anna": 1.0, "ben": 0.8, "chen": 1.35}  # how long they take
SEGMENTS = 22  # the first document
FIRST = 1_772_500_000_000  # milliseconds
CLASSES = {" ": "W"}


class Session:
    """The events of one segment while they are made."""

    def __init__(self, text: str, pace: float, chance: random.Random) -> None:
        self.text, self.pace, self.chance = text, pace, chance
        self.now = 0
        self.t, self.kind, self.key = [0], "o", "-"
        self.at, self.removed, self.inserted = list[int](), list[int](), list[str]()

    def wait(self, seconds: float) -> None:
        """Let time pass, more or less."""
        self.now += round(1000 * seconds * self.pace * self.chance.lognormvariate(0, 0.35))

    def add(self, kind: str, key: str = "-") -> None:
        """Note an event."""
        self.t.append(self.now)
        self.kind += kind
        self.key += key

    def change(self, kind: str, key: str, at: int, removed: int, inserted: str) -> None:
        """Change the text, and note it."""
        self.add(kind, key)
        self.at.append(at)
        self.removed.append(removed)
        self.inserted.append(inserted)
        self.text = self.text[:at] + inserted + self.text[at + removed :]

    def type(self, at: int, text: str) -> int:
        """Type a text, with a slip now and then, and return where the cursor stands."""
        for letter in text:
            self.wait(0.16)
            if self.chance.random() < 0.02:
                self.change("i", "L", at, 0, self.chance.choice("etaoin"))
                self.wait(0.45)
                self.change("e", "E", at, 1, "")
                self.wait(0.2)
            known = "D" if letter.isdigit() else "L" if letter.isalpha() else "S"
            self.change("i", CLASSES.get(letter, known), at, 0, letter)
            at += 1
        return at

    def erase(self, at: int, length: int) -> None:
        """Take a stretch away: key by key if it is short, marked by mouse if not."""
        if length > 6:
            self.wait(0.8)
            self.add("m")
            self.wait(0.3)
            self.change("e", "E", at, length, "")
            return
        for place in range(at + length - 1, at - 1, -1):
            self.wait(0.15)
            self.change("e", "E", place, 1, "")


def edit(start: str, final: str, pace: float, chance: random.Random) -> Session:
    """Turn a text into another as an editor would, word by word."""
    session = Session(start, pace, chance)
    session.wait(0.6 + 0.25 * len((start or final).split()))
    before, after = (_pieces(text) for text in (start, final))
    cursor = 0
    for tag, low, high, first, last in difflib.SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        old, new = "".join(before[low:high]), "".join(after[first:last])
        if tag != "equal":
            session.wait(1.4)
            if start:
                session.add("m")
            session.erase(cursor, len(old))
            session.type(cursor, new)
        cursor += len(new)
    session.wait(0.5 + 0.12 * len(final.split()))
    session.add("z")
    return session


def _pieces(text: str) -> list[str]:
    words = text.split(" ")
    return [piece for word in words for piece in (word, " ")][:-1] if text else []


def records() -> list[dict[str, object]]:
    """Return the records of the log."""
    chance = random.Random(7)
    source, final = lines("source.de.txt"), lines("reference-a.en.txt")
    outputs = {name: lines(f"{name}.en.txt") for name in WAYS[1:]}
    log: list[dict[str, object]] = [
        {"assay": "post-editing log", "version": 1, "languages": ["de", "en"], "content": "full"}
    ]
    for number, (editor, pace) in enumerate(EDITORS.items()):
        clock = FIRST + number * 86_400_000
        for place in range(SEGMENTS):
            way = WAYS[(place + number) % len(WAYS)]
            start = "" if way == "scratch" else outputs[way][place]
            session = edit(start, final[place], pace * (1.1 - 0.008 * place), chance)
            times = _disturbed(session.t, editor, place + 1)
            name = f"{editor}-{place + 1}"
            unit = {
                "unit": name,
                "editor": editor,
                "system": way,
                "segment": str(place + 1),
                "document": "harbour-news",
            }
            texts = {"source": source[place]} | ({} if way == "scratch" else {"mt": start})
            log.append({**unit, "task": "ht" if way == "scratch" else "pe", **texts})
            changes = {"at": session.at, "del": session.removed, "ins": session.inserted}
            log.append(
                {
                    "events": name,
                    "clock": clock,
                    "t": times,
                    "kind": session.kind,
                    "key": session.key,
                    **changes,
                }
            )
            log.append({"final": name, "text": session.text})
            clock += max(times) + 2500
    return log


def _disturbed(times: list[int], editor: str, segment: int) -> list[int]:
    middle = len(times) // 2
    if (editor, segment) == ("anna", 4):
        return times[:middle] + [time + 1_800_000 for time in times[middle:]]
    if (editor, segment) == ("ben", 7):
        return times[:middle] + [time - 3_600_000 for time in times[middle:]]
    return times


def lines(name: str) -> list[str]:
    """Return the lines of a file of the example set."""
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


def main() -> None:
    """Write the log."""
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records())
    (FOLDER / "postedits.jsonl").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
