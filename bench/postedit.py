"""Post-editing: ten million events read, replayed and measured as a command."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

from sections import Section, say, seconds
from timing import OWN, usage

EVENTS, UNITS, EDITORS = 10_000_000, 20_000, 10
TIME_LIMIT, MEMORY_LIMIT = 30.0, 2 * 2**30
TEXT = "the harbour is closed until the end of the week because the old crane has to be moved by ship"


def postedit() -> Section:
    """Take time and peak of memory of the whole command."""
    section = Section(
        f"Whole command: assay postedit LOG, {EVENTS:,} events, every core",
        ("units", "editors", "file", "time", "limit", "peak", "limit", "reached"),
    )
    section.notes.append(
        "events: generated from a seed, 500 a unit, each a key that types or erases a letter"
    )
    say(f"{EVENTS:,} events")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "log.jsonl")
        write_log(path, EVENTS, UNITS)
        used = usage(*OWN, "postedit", str(path), "-q")
        size = path.stat().st_size
    section.add(
        (
            *(f"{number:,}" for number in (UNITS, EDITORS)),
            f"{size >> 20} MiB",
            *(seconds(used.seconds), seconds(TIME_LIMIT)),
            *(f"{used.peak >> 20} MiB", f"{MEMORY_LIMIT >> 20} MiB"),
        ),
        reached=used.seconds < TIME_LIMIT and used.peak < MEMORY_LIMIT,
        units=UNITS,
        seconds=used.seconds,
        peak=used.peak,
    )
    return section


def write_log(path: Path, events: int, units: int) -> None:
    """Write a log: in every unit letters are typed at random places, and taken back now and then."""
    chance = random.Random(3)
    each = events // units - 2
    header = {"assay": "post-editing log", "version": 1, "languages": ["de", "en"], "content": "full"}
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps(header) + "\n")
        for unit in range(units):
            system = ("scratch", "alder", "cedar")[unit % 3]
            file.writelines(json.dumps(record) + "\n" for record in _unit(str(unit), system, each, chance))


def _unit(name: str, system: str, changes: int, chance: random.Random) -> list[dict[str, object]]:
    text = "" if system == "scratch" else TEXT
    times, kinds, keys = [0], ["o"], ["-"]
    places, removed, typed = list[int](), list[int](), list[str]()
    now, length = 0, len(text)
    for draw in [chance.random() for _ in range(changes)]:
        now += 80 + int(2000 * draw**6)
        erases = length > 0 and draw < 0.4
        times.append(now)
        kinds.append("e" if erases else "i")
        keys.append("E" if erases else "L")
        places.append(int(draw * length))
        removed.append(int(erases))
        typed.append("" if erases else "e")
        length += -1 if erases else 1
    unit = {
        "unit": name,
        "editor": f"editor {int(name) % EDITORS}",
        "system": system,
        "segment": str(int(name) // 3),
    }
    task = {"task": "ht"} if system == "scratch" else {"task": "pe", "mt": text}
    batch = {"clock": 1_700_000_000_000, "t": [*times, now + 900], "kind": "".join([*kinds, "z"])}
    changed = {"key": "".join([*keys, "-"]), "at": places, "del": removed, "ins": typed}
    return [
        {**unit, **task, "source": TEXT},
        {"events": name, **batch, **changed},
        {"final": name, "state": "done"},
    ]
