"""Post-editing in a real Chromium: whatever is done to a text, replaying the log gives the text that was answered."""

from __future__ import annotations

import itertools
import json
import random
import statistics
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from assay.studies.archives import audit, export_log, import_log
from assay.studies.campaigns import protocol_named
from assay.studies.campaigns.editing.material import adapted
from assay.studies.campaigns.editing.records import apply_record
from assay.studies.campaigns.values import Item, JudgedText
from assay.studies.films import export_postedits, film_of
from support.browser_annotators import (
    TIME_KEYS,
    ByKeyboard,
    ByMouse,
    Person,
    Served,
    campaign_of,
    one_output,
    screens,
    serving,
    texts_of,
)
from support.report_pages import axe_violations

NUMBERS = itertools.count(1)
SOURCE = ["Der Hafen war am Dienstag zu.", "Die Fähre fuhr nicht.", "Alle warteten."]
OUTPUT = ["The harbour 🚢 was closed.", "The ferry did not goes.", "All waited."]
ARABIC = ["كان الميناء 🚢 مغلقًا يوم الثلاثاء.", "العبّارة لم تذهب.", "انتظر الجميع."]
BOX = "textarea"
ACKNOWLEDGED = """() => Object.entries(localStorage).filter(([name]) => name.includes('.log.'))
    .every(([, parts]) => parts === '[]') && !document.querySelector('#connection:not([hidden])')"""
FELT = 2.0  # milliseconds of a key press
COPY = """([text, times]) => { const big = document.createElement('textarea'); big.value = text.repeat(times);
    document.body.append(big); big.select(); document.execCommand('copy'); big.remove(); }"""
Begin = Callable[..., str]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("editing")) as running:
        yield running


@pytest.fixture
def begin(served: Served) -> Begin:
    """Begin a study of a few segments, and return its name."""

    def started(
        size: int = 1,
        *,
        pair: tuple[str, str] = ("de", "en"),
        output: list[str] = OUTPUT,
        blind: bool = False,
        brief: str = "",
        document: bool = False,
    ) -> str:
        texts = texts_of(pair, SOURCE, {"alder": output})
        name = f"lab-{next(NUMBERS)}"
        protocol = adapted(
            protocol_named("post-edit-document" if document else "post-edit"), blind=blind, brief=brief
        )
        items = one_output(texts, range(size), "alder")
        if document:
            units = tuple(JudgedText(at, ("alder",), text) for at, text in enumerate(output[:size]))
            items = [Item(0, units, document="news")]
        served.add(campaign_of(name, protocol, items, texts=texts))
        return name

    return started


def records_of(served: Served, name: str) -> list[dict[str, Any]]:
    """Return all records of edits that are stored of a study."""
    return [record for event in served.events(name, "edited") for record in event.payload["records"]]


def kinds_of(served: Served, name: str) -> str:
    """Return the kinds of all events, one after the other."""
    return "".join(record["kind"] for record in records_of(served, name))


def film_end(served: Served, name: str, item: int = 0, unit: int = 1) -> Any:
    """Return the text that the film of an edited text ends with, and the text that is stored."""
    film = film_of(served.desk, name, "ada", item, unit)
    reached: str | int = len(film["mt"]) if film["blind"] else film["mt"]
    for record in film["records"]:
        reached = apply_record(reached, record)
    return reached, film["characters"] if film["blind"] else film["final"]


# --- the law ----------------------------------------------------------------------------------------------------

LETTERS = {
    "en": ("harbour", "a", " ", ".", "ß", "café", "e\u0301", "12", "\n"),
    "ar": ("الميناء", "م", " ", "،", "ـَ", "٣", "abc", "\u200f", "لله"),
}
SIGNS = ("😀", "😁", "👩‍👩‍👧", "🇸🇮", "🏳️‍🌈", "1️⃣", "𝒳", "한", "e\u0301\u0323")
COMPOSED = (("に", "にほ", "日本"), ("ㅎ", "하", "한"), ("n", "ni", "你好"), ("😀", "😁", "😁"), ("´", "é"))


class Editor:
    """Somebody who does at random all that can be done to a text."""

    def __init__(self, person: Person, letters: tuple[str, ...], seed: int) -> None:
        self.page, self.chance, self.letters = person.page, random.Random(seed), letters
        self.devtools = person.context.new_cdp_session(person.page)
        self.acts = (
            *(self.type,) * 5,
            *(self.press,) * 6,
            self.insert,
            self.compose,
            self.compose,
            self.paste,
            self.undo,
            self.drag,
            self.move,
            self.replace,
        )

    def act(self) -> None:
        self.chance.choice(self.acts)()

    def type(self) -> None:
        self.page.keyboard.type(self.chance.choice(self.letters))

    def press(self) -> None:
        keys = (
            *(
                "Backspace",
                "Delete",
                "ArrowLeft",
                "ArrowRight",
                "ArrowUp",
                "Home",
                "End",
                "Control+Backspace",
            ),
            *("Shift+ArrowLeft", "Shift+ArrowRight", "Control+Shift+ArrowLeft", "Control+c", "Enter"),
        )
        self.page.keyboard.press(self.chance.choice(keys))

    def insert(self) -> None:
        self.page.keyboard.insert_text(self.chance.choice(SIGNS))

    def compose(self) -> None:
        """Write with an input method: some states, then what was chosen, or nothing."""
        for text in (states := self.chance.choice(COMPOSED)):
            self.devtools.send(
                "Input.imeSetComposition",
                {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
            )
        if self.chance.random() < 0.8:
            self.devtools.send("Input.insertText", {"text": states[-1]})
        else:
            self.devtools.send(
                "Input.imeSetComposition", {"text": "", "selectionStart": 0, "selectionEnd": 0}
            )

    def paste(self) -> None:
        self.page.keyboard.press(self.chance.choice(("Control+x", "Control+v", "Control+v")))

    def undo(self) -> None:
        for _ in range(self.chance.randint(1, 4)):
            self.page.keyboard.press(self.chance.choice(("Control+z", "Control+z", "Control+Shift+z")))

    def move(self) -> None:
        places = self.page.evaluate("document.querySelector('textarea').value.length")
        ends = sorted(self.chance.randint(0, places) for _ in range(2))
        self.page.eval_on_selector(BOX, "(box, ends) => box.setSelectionRange(...ends)", ends)

    def drag(self) -> None:
        """Drag the word under the mouse somewhere else."""
        box = self.page.locator(BOX).bounding_box()
        x, y = (box[side] + self.chance.uniform(15, 120) for side in "xy")
        self.page.mouse.dblclick(x, box["y"] + 25)
        self.page.mouse.down()
        self.page.mouse.move(x + 40, box["y"] + 25, steps=3)
        self.page.mouse.move(x + 90, y, steps=3)
        self.page.mouse.up()

    def replace(self) -> None:
        """Choose a spelling from a menu, as far as a page can tell."""
        self.page.evaluate("document.execCommand('insertText', false, 'harbor')")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "seed"), [("en", 1), ("en", 2), ("ar", 3)])
def test_replaying_whatever_was_done_gives_the_text(
    browser: Any, served: Served, begin: Begin, language: str, seed: int
) -> None:
    name = begin(pair=("de", language), output=ARABIC if language == "ar" else OUTPUT)
    with ByKeyboard(browser, served.link(name)) as person:
        person.page.click(BOX)
        editor = Editor(person, LETTERS[language], seed)
        for _ in range(150):
            editor.act()
        person.page.keyboard.type(".")  # an answer is not empty
        text = person.page.input_value(BOX)
        person.submit()
    assert served.answers(name) == {(0, 0): {"u1": {"edited": text}}}
    assert film_end(served, name) == (text, text)
    kinds = kinds_of(served, name)
    assert "=" not in kinds  # nothing was missed, nothing had to be repaired
    assert set("iecpuv") <= set(kinds), kinds
    assert audit(served.desk, name) == []


def test_every_kind_of_input_has_its_class(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        page.click(BOX)
        page.keyboard.press("Control+End")
        devtools = person.context.new_cdp_session(page)
        page.keyboard.type("a1 ,")
        page.keyboard.press("Backspace")
        devtools.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
        devtools.send("Input.insertText", {"text": "日本"})
        page.keyboard.insert_text("some words at once")
        page.keyboard.press("Shift+Home")
        page.keyboard.press("Control+c")
        page.keyboard.press("Control+x")
        page.keyboard.press("Control+v")
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+Shift+z")
        page.eval_on_selector(  # a menu of spellings, which no program can open
            BOX,
            """box => { box.setRangeText("Teh", 0, 3);
            box.dispatchEvent(new InputEvent("input", { inputType: "insertReplacementText" })); }""",
        )
        text = page.input_value(BOX)
        person.submit()
    records = records_of(served, name)
    events = [
        (kind, key) for record in records for kind, key in zip(record["kind"], record["key"], strict=True)
    ]
    wanted = [("i", "L"), ("i", "D"), ("i", "W"), ("i", "S"), ("e", "E"), ("c", "-"), ("v", "-")]
    wanted += [("k", "N"), ("a", "-"), ("y", "C"), ("x", "X"), ("p", "V"), ("u", "Z"), ("r", "Z")]
    wanted += [("s", "-"), ("z", "-")]
    left = iter(events)
    assert all(event in left for event in wanted), " ".join(map("".join, events))  # in this order
    assert events[:2] == [("o", "-"), ("m", "-")]
    assert film_end(served, name) == (text, text)


@pytest.mark.parametrize("length", [300, 15_000])
def test_logging_is_not_felt(browser: Any, served: Served, begin: Begin, length: int) -> None:
    name = begin(output=["harbour " * (length // 8), *OUTPUT[1:]])
    with ByKeyboard(browser, served.link(name)) as person:
        person.page.evaluate(TIME_KEYS)
        edit(person, "the ferry did not go, and nobody knew")
        spent = person.page.evaluate("window.spent")
    assert len(spent) == 37
    assert statistics.median(spent) < FELT


def test_a_word_is_dragged(browser: Any, served: Served, begin: Begin) -> None:
    name = begin(output=["closed was the harbour " * 3, *OUTPUT[1:]])
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        place = page.locator(BOX).bounding_box()
        x, y = place["x"] + 40, place["y"] + 28
        page.mouse.dblclick(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y, steps=4)
        page.mouse.move(x + 200, y, steps=4)
        page.mouse.up()
        text = page.input_value(BOX)
        person.submit()
    assert not text.startswith("closed")
    assert film_end(served, name) == (text, text)
    assert "d" in kinds_of(served, name)
    assert "=" not in kinds_of(served, name)


# --- what may go wrong ------------------------------------------------------------------------------------------


def edit(person: Person, words: str) -> None:
    person.page.focus(BOX)
    person.page.keyboard.press("Control+End")
    person.page.keyboard.type(words)


def test_a_log_survives_a_reload(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        edit(person, " First,")
        person.page.reload()
        person.page.wait_for_selector("html[data-ready]")
        assert person.page.input_value(BOX) == f"{OUTPUT[0]} First,"
        edit(person, " then.")
        person.page.wait_for_function(ACKNOWLEDGED)
        person.submit()
    kinds = kinds_of(served, name)
    assert kinds.count("i") == len(" First, then.")
    assert "=" not in kinds
    assert kinds.count("o") == kinds.count("z") == 2
    assert film_end(served, name)[0] == f"{OUTPUT[0]} First, then."


def test_a_lost_connection_loses_no_edit(browser: Any, served: Served, begin: Begin) -> None:
    name = begin(2)
    with ByKeyboard(browser, served.link(name)) as person:
        edit(person, " One")
        person.context.set_offline(True)
        edit(person, " two")
        person.page.wait_for_timeout(5500)  # a part was to be sent meanwhile
        edit(person, " three.")
        person.submit()  # the next screen is here already
        edit(person, " Go on.")
        person.context.set_offline(False)
        person.submit()
        person.page.wait_for_selector(".code")
    assert served.answers(name)[0, 0] == {"u1": {"edited": f"{OUTPUT[0]} One two three."}}
    assert film_end(served, name) == (f"{OUTPUT[0]} One two three.",) * 2
    assert film_end(served, name, 1) == (f"{OUTPUT[1]} Go on.",) * 2
    assert "=" not in kinds_of(served, name)


def test_two_tabs_make_one_log(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        first = person.page
        edit(person, " One")
        second = person.new_page(f"{served.url}/task")
        second.wait_for_selector("text=This task is open in another tab")
        second.click(".message .primary")
        second.wait_for_selector(BOX)
        first.wait_for_selector("text=This task is open in another tab")
        assert second.input_value(BOX) == f"{OUTPUT[0]} One"
        person.page = second
        edit(person, " two.")
        person.submit()
    assert film_end(served, name) == (f"{OUTPUT[0]} One two.",) * 2
    assert audit(served.desk, name) == []


def test_a_log_of_another_browser_is_gone_on_from(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as here, ByKeyboard(browser, served.link(name)) as there:
        edit(here, " Here.")
        here.page.wait_for_timeout(5500)
        edit(there, " There.")
        there.page.wait_for_timeout(5500)  # its part does not follow on what is stored
        there.submit()
        here.page.click("#submit")
        here.page.wait_for_selector("html[data-ready=page]")
    assert film_end(served, name) == (f"{OUTPUT[0]} Here.",) * 2  # the last answer counts
    repaired = [event.payload.get("repaired", False) for event in served.events(name, "edited")]
    assert repaired[0] is False
    assert repaired[-1] is True
    assert audit(served.desk, name) == []


def test_what_does_not_fit_is_not_pasted(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        page.evaluate(COPY, ["word ", 200_000])
        edit(person, "")
        page.keyboard.press("Control+v")
        page.wait_for_selector(".wrong:not([hidden])")
        assert "20000" in page.inner_text(".wrong")
        assert page.input_value(BOX) == OUTPUT[0]
        edit(person, " Fits.")
        person.submit()
    assert film_end(served, name) == (f"{OUTPUT[0]} Fits.",) * 2


def test_a_long_text_is_pasted_and_logged(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        page.evaluate(COPY, ["한글 😀", 3900])
        for _ in range(5):
            edit(person, "")
            page.keyboard.press("Control+a")
            page.keyboard.press("Control+v")
        text = page.input_value(BOX)
        assert len(text) > 15_000
        person.submit()
    assert film_end(served, name) == (text, text)
    assert "=" not in kinds_of(served, name)


@pytest.mark.slow
def test_very_much_without_a_connection_becomes_one_change(
    browser: Any, served: Served, begin: Begin
) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        page.evaluate(COPY, ["한글 😀", 3900])
        person.context.set_offline(True)
        page.focus(BOX)
        for _ in range(85):  # more than is kept of one screen
            page.keyboard.press("Control+a")
            page.keyboard.press("Backspace")
            page.keyboard.press("Control+v")
        edit(person, ".")
        text = page.input_value(BOX)
        person.context.set_offline(False)
        person.submit()
        page.wait_for_selector(".code")
    assert film_end(served, name) == (text, text)
    assert "=" in kinds_of(served, name)


def test_clocks_that_jump_and_sleep(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, "about:blank", wait=False) as person:
        page = person.page
        page.clock.install()  # before there is a page: a clock begins at zero while it is put in
        page.goto(served.link(name))
        page.wait_for_selector(BOX)
        edit(person, "a")
        page.clock.set_system_time("2000-01-01T00:00:00")  # put back by years
        edit(person, "b")
        page.clock.set_system_time("2000-01-01T08:00:00")  # asleep for a night
        edit(person, "c")
        person.submit()
    clocks = [record["clock"] for record in records_of(served, name)]
    assert min(clocks) < clocks[0]
    assert max(clocks[1:]) - min(clocks) > 7.9 * 3_600_000
    from assay import effort

    path = screens() / f"{name}.jsonl"
    path.write_text("".join(export_postedits(served.desk, name)), encoding="utf-8")
    study = effort(str(path)).study
    quantities = study.measured.quantities
    assert quantities["jumps"].tolist() == [1]
    assert quantities["idle"][0] > 7.9 * 3600
    assert quantities["seconds"][0] < 300
    path.unlink()


# --- blind, and as a document -----------------------------------------------------------------------------------


def test_a_blind_log_has_no_text(browser: Any, served: Served, begin: Begin) -> None:
    name = begin(blind=True)
    with ByKeyboard(browser, served.link(name)) as person:
        edit(person, " Xylophone!")
        person.page.wait_for_timeout(3000)  # a draft would be sent by now
        person.page.reload()
        person.page.wait_for_selector(BOX)
        assert person.page.input_value(BOX) == f"{OUTPUT[0]} Xylophone!"  # this browser knows it
        edit(person, " Yes.")
        person.submit()
    text = f"{OUTPUT[0]} Xylophone! Yes."
    counts = {"characters": len(text), "words": len(text.split())}
    assert served.answers(name) == {(0, 0): {"u1": {"edited": counts}}}
    assert "ylophon" not in export_log(served.desk, name)
    assert film_end(served, name) == (len(text), len(text))
    lines = [json.loads(line) for line in export_postedits(served.desk, name)]
    assert lines[0]["content"] == "blind"
    assert lines[-1] == {"final": "ada/0/u1/alder", **counts}


def test_a_document_flows(browser: Any, served: Served, begin: Begin) -> None:
    name = begin(3, document=True, brief="For a newspaper.\n\n- Keep names.")
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        assert "For a newspaper." in page.inner_text(".screen")
        assert axe_violations(page) == []
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.screenshot(path=screens() / f"editing-document-{width}.png", full_page=True)
        for at, words in enumerate((" A", " B", " C")):
            page.locator(BOX).nth(at).click()
            page.keyboard.press("Control+End")
            page.keyboard.type(words)
        page.locator(BOX).nth(0).click()
        person.submit()
    for at, letter in enumerate("ABC"):
        assert film_end(served, name, unit=at + 1) == (f"{OUTPUT[at]} {letter}",) * 2
    visits = {
        unit: sum(record["kind"].count("o") for record in records_of(served, name) if record["unit"] == unit)
        for unit in ("u1", "u2", "u3")
    }
    assert visits == {"u1": 2, "u2": 1, "u3": 1}


def test_a_log_of_edits_is_imported_as_it_was_and_withdrawn(
    browser: Any, served: Served, begin: Begin
) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        edit(person, " Quetzal.")
        page = person.page
        page.screenshot(path=screens() / "editing.png", full_page=True)
        assert axe_violations(page) == []
        person.submit()
        written = export_log(served.desk, name)
        import_log(served.desk, f"{name}-copy", "log.jsonl", written.splitlines())
        assert film_end(served, f"{name}-copy") == film_end(served, name)
        page.click("#withdraw")
        page.check("dialog input")
        page.click("dialog .danger")
        page.wait_for_selector("text=Your answers have been deleted.")
    assert "uetz" not in export_log(served.desk, name)
    assert len(list(export_postedits(served.desk, name))) == 1
