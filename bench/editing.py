"""What logging costs: a key press in Chromium, bytes in the log, and the writer's time for a part of it.

    python bench/editing.py --keys 300

In the browser, the listeners of the log are timed while keys are pressed in texts of several lengths; the greatest of
all is what nobody may feel. In the database, parts of thirty key presses are stored, and answers of the same campaign.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from assay.studies.auth import Identity
from assay.studies.campaigns.editing.parts import EditPart
from support.browser_annotators import (
    TIME_KEYS,
    ByKeyboard,
    Served,
    campaign_of,
    one_output,
    serving,
    texts_of,
)
from support.report_pages import chromium
from support.small_studies import new_key

LENGTHS = (200, 2_000, 19_000)  # characters of the text
WORD = "harbour "
PART = 30  # key presses in a part: five seconds of quick typing


def study(served: Served, name: str, text: str) -> str:
    """Begin a campaign of one text, and return the link of its editor."""
    texts = texts_of(("de", "en"), [text], {"alder": [text]})
    served.add(campaign_of(name, "post-edit", one_output(texts, [0], "alder"), texts=texts))
    return served.link(name)


def key_presses(browser: Any, served: Served, length: int, keys: int) -> list[float]:
    """Return the milliseconds that the log took of every key press in the middle of a text."""
    link = study(served, f"keys-{length}", (WORD * length)[:length])
    with ByKeyboard(browser, link) as person:
        person.page.evaluate(TIME_KEYS)
        person.page.focus("textarea")
        person.page.eval_on_selector(
            "textarea", f"box => box.setSelectionRange({length // 2}, {length // 2})"
        )
        person.page.keyboard.type((WORD * keys)[:keys])
        return list(person.page.evaluate("window.spent"))


def stored(served: Served, parts: int) -> tuple[float, float]:
    """Return the bytes of a key press in the log, and the milliseconds of processor time of a part."""
    study(served, "parts", WORD)
    who = Identity("parts", "annotator", "ada")
    screen = served.desk.next(who).result(60)["screen"]["screen"]
    begun = time.process_time()
    for number in range(parts):
        record: dict[str, Any] = {"unit": "u1", "clock": 1_772_500_000_000 + number, "kind": "i" * PART}
        record |= {"t": [150 * at for at in range(PART)], "key": "L" * PART, "del": [0] * PART}
        record |= {"at": [number * PART + at for at in range(PART)], "ins": ["a"] * PART}
        served.desk.keep_edits(who, screen, 0, EditPart(new_key(), number, [record])).result(60)
    spent = 1000 * (time.process_time() - begun) / parts
    with served.desk.database.reading.begin() as connection:
        size = connection.exec_driver_sql("SELECT sum(length(payload)) FROM events WHERE kind = 'edited'")
        return size.scalar_one() / (parts * PART), spent


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--parts", type=int, default=300)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served:
        with chromium() as browser:
            for length in LENGTHS:
                spent = key_presses(browser, served, length, asked.keys)
                middle, most = statistics.median(spent), max(spent)
                mean = statistics.fmean(spent)
                print(
                    f"{length:>6} characters: {mean:.3f} ms a key press, median {middle:.3f}, at most {most:.1f}"
                )
        size, milliseconds = stored(served, asked.parts)
        print(
            f"{size:.0f} bytes a key press in the log; {milliseconds:.2f} ms of processor time a part of {PART}"
        )


if __name__ == "__main__":
    main()
