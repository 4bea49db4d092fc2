"""Logs from elsewhere: what could not have happened is refused with its line, and nothing of it is stored."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from assay.errors import AssayError
from assay.studies.archives import export_log, import_log, read_log
from assay.studies.desk import Desk
from assay.studies.store.tables import ANSWERS, EVENTS
from support.simulated_studies import answered, study

Lines = list[dict[str, Any]]
Change = Callable[[Lines], object]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the log of a study in which somebody has withdrawn."""
    with Desk(str(tmp_path_factory.mktemp("log") / "a.db")) as desk:
        answered(desk, study(protocol="adequacy-fluency", segments=8, copies=3), ["anna", "bela", "gone"])
        desk.set_closed("spring", True).result()
        desk.set_closed("spring", False).result()
        lines = [json.loads(line) for line in export_log(desk, "spring").splitlines()]
    withdrawn = {**lines[-1], "number": len(lines) + 1, "kind": "withdrawn", "actor": "gone"}
    return "".join(json.dumps(each) + "\n" for each in [*lines, withdrawn])


def _first(lines: Lines, kind: str) -> dict[str, Any]:
    return next(each for each in lines if each["kind"] == kind)


def _payload(kind: str, /, **parts: object) -> Change:
    return lambda lines: _first(lines, kind)["payload"].update(parts)


def _without(kind: str, name: str) -> Change:
    return lambda lines: _first(lines, kind)["payload"].pop(name)


def _frame(kind: str, /, **parts: object) -> Change:
    return lambda lines: _first(lines, kind).update(parts)


def _definition(*path: Any, to: object) -> Change:
    def change(lines: Lines) -> None:
        place = lines[0]["payload"]["definition"]
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = to

    return change


WRONG: dict[str, tuple[Change, str]] = {
    "no bundle": (_without("answered", "bundle"), r"line \d+, answered: bundle is missing"),
    "no positions": (_without("answered", "positions"), "positions is missing"),
    "no order": (_without("leased", "order"), "order is missing"),
    "no definition": (_without("created", "definition"), "line 1: definition is missing"),
    "unknown entry": (_payload("answered", colour="red"), '"colour" is not recognised'),
    "no such item": (_payload("answered", item=999), "no item 999 in bundle"),
    "an item that is a text": (_payload("answered", item="1"), 'item must be a whole number, not "1"'),
    "another's bundle": (_payload("answered", bundle=998), "has no bundle 998"),
    "no such step": (_payload("answered", step=7), "no step 7"),
    "a step too early": (_payload("answered", step=1), "step 1 is answered before step 0"),
    "no such unit": (_payload("answered", responses={"u9": {}}), "line .*responses"),
    "a list of responses": (_payload("answered", responses=[]), "responses must be a table, not a list"),
    "endless time": (
        _payload("answered", times={"active": 10**400}),
        "line .*not an event of a campaign's log",
    ),
    "time in words": (_payload("answered", times={"active": "long"}), "active must be a number"),
    "no such place": (_payload("answered", positions={"u1": 5}), "a place of its own"),
    "another version": (_payload("answered", version="99"), "version is not that of the protocol"),
    "no such bundle": (_payload("leased", bundle=997), "no bundle 997 in the plan"),
    "another order": (_payload("leased", order=[0]), "order does not have the items"),
    "until never": (_payload("leased", until=1e300), "until must be from 0"),
    "unknown kind": (_frame("leased", kind="loaned"), 'unknown kind "loaned"; choose from created'),
    "an unknown actor": (_frame("leased", actor="nobody"), '"nobody" was not added'),
    "an actor that is a number": (_frame("leased", actor=7), "actor must be a text"),
    "an unprintable key": (_frame("leased", key="a\0b"), "key must have at most"),
    "no time": (_frame("leased", at=None), "at must be a number"),
    "a payload that is a list": (_frame("leased", payload=[]), "payload must be a table"),
    "erased but here": (_frame("answered", payload={"erased": True}), "has not withdrawn|step 1 is answered"),
    "added twice": (lambda lines: lines.insert(2, lines[1]), "line 3: the annotator .* was added before"),
    "created missing": (lambda lines: lines.pop(0), 'line 1: a log begins with its one event "created"'),
    "created twice": (lambda lines: lines.append(lines[0]), "a log begins with its one event"),
    "empty": (lambda lines: lines.clear(), "not the log of a campaign"),
    "after a withdrawal": (
        lambda lines: lines.append({**_first(lines, "leased"), "actor": "gone"}),
        '"gone" has withdrawn before',
    ),
    "one key twice": (
        lambda lines: [each.update(key="abcdefgh", actor="admin") for each in lines[-3:-1]],
        "key is the same as in line",
    ),
    "an item without a segment": (
        _definition("plan", "items", 0, "units", 0, "segment", to=500),
        "line 1, definition, plan, item 0: there is no segment 500",
    ),
    "a unit of no system": (
        _definition("plan", "items", 0, "units", 0, "systems", to=[]),
        "line 1, definition, plan, item 0: a unit has no system",
    ),
    "a bundle of no items": (_definition("plan", "bundles", 0, "items", to=[555]), "no item 555 in the plan"),
    "passages that are too long": (
        _definition("plan", "bundles", 0, "passages", to=[{"screens": 99}]),
        "bundle 0: its passages have 99 screens of",
    ),
    "a passage without screens": (
        _definition("plan", "bundles", 0, "passages", to=[{"screens": 0}]),
        "bundle 0: a passage has screens",
    ),
    "an unknown item around others": (
        _definition("plan", "standing", to=[555]),
        "plan: there is no item 555, which is said to stand around others",
    ),
    "texts of two lengths": (_definition("texts", "source", to=["a"]), "source: 1 entry for 8 segments"),
    "a plan that is a text": (_definition("plan", to="none"), 'plan must be a table, not "none"'),
    "an unknown scheme": (_definition("protocol", "scheme", to="x"), 'unknown scheme "x"'),
    "a protocol without steps": (_definition("protocol", "steps", to=[]), "it lacks steps"),
    "an unknown language": (_definition("settings", "language", to="xx"), '"xx" is not recognised'),
    "a lease of no time": (_definition("settings", "lease_minutes", to=0), "lease_minutes must be above 0"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_event_that_cannot_be_is_refused_with_its_line(name: str, log: str, tmp_path: Path) -> None:
    change, message = WRONG[name]
    lines = [json.loads(line) for line in log.splitlines()]
    change(lines)
    _refused(tmp_path, [json.dumps(each) for each in lines], message)


@pytest.mark.parametrize(
    "line", ["", "[]", "7", "{", '{"a": NaN}', '"\\ud800"', "[" * 100_000, '{"a": 1e999}']
)
def test_a_line_that_is_no_event_is_refused(line: str, log: str, tmp_path: Path) -> None:
    _refused(tmp_path, [log.splitlines()[0], line], "log.jsonl, line 2")


def _refused(folder: Path, lines: list[str], message: str) -> None:
    with Desk(str(folder / "b.db")) as desk:
        with pytest.raises(AssayError, match=message) as refusal:
            import_log(desk, "spring", "log.jsonl", lines)
        assert str(refusal.value).startswith("log.jsonl")
        assert desk.campaigns() == []
        with desk.database.reading.begin() as connection:
            for table in (EVENTS, ANSWERS):
                assert connection.execute(select(func.count()).select_from(table)).scalar() == 0


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where anything stands inside a value, of a long list the first and the last."""
    names: list[Any] = list(value) if isinstance(value, dict) else []
    if isinstance(value, list):
        names = sorted({0, len(value) - 1}) if value else []
    for name in names:
        yield (*path, name)
        yield from _places(value[name], (*path, name))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_damaged_is_refused_with_its_place_or_harmless(log: str, seed: int) -> None:
    """Something else stands anywhere in an event, or nothing: the log is refused as a user can read, or taken."""
    chance, lines = random.Random(seed), [json.loads(line) for line in log.splitlines()]
    kinds = {each["kind"]: number for number, each in enumerate(lines)}
    others: list[Any] = [None, -1, 10**12, 1e300, "x", "", [], {}, True, [None], {"a": 1}, "\ud800"]
    unplaced = 0
    for _ in range(120):
        number = chance.choice(list(kinds.values()))
        event = json.loads(json.dumps(lines[number]))
        *path, last = chance.choice(list(_places(event)))
        place = event
        for name in path:
            place = place[name]
        if chance.random() < 0.2:
            del place[last]
        else:
            place[last] = chance.choice(others)
        changed = [*lines[:number], event, *lines[number + 1 :]]
        try:
            read_log("spring", "log.jsonl", [json.dumps(each) for each in changed])
        except AssayError as refusal:
            unplaced += not str(refusal).startswith("log.jsonl, line ")
    assert unplaced == 0


def test_a_sound_log_is_taken_in_and_written_out_the_same(log: str, tmp_path: Path) -> None:
    with Desk(str(tmp_path / "b.db")) as desk:
        import_log(desk, "spring", "log.jsonl", log.splitlines())
        once = export_log(desk, "spring")
    assert '"erased"' in once, "what somebody took back is erased here too"
    with Desk(str(tmp_path / "c.db")) as desk:
        import_log(desk, "spring", "log.jsonl", once.splitlines())
        assert export_log(desk, "spring") == once
