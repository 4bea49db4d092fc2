"""The annotator's page in a real Chromium: what is missing, drafts, no connection, two tabs, the way in and out."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from assay.studies.app import guard
from assay.studies.campaigns.values import (
    TUTORIAL,
    Bundle,
    CampaignTexts,
    Item,
    JudgedText,
    ProposedSpan,
    Question,
)
from assay.studies.pages import INTERFACES, interface_wording
from support.browser_annotators import (
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

SOURCE = ["Der Hafen war zu.", "Die Fähre fuhr nicht.", "Alle warteten am Ufer.", "Dann kam die Sonne."]
OUTPUT = ["The harbour was closed.", "The ferry did not go.", "All waited ashore.", "Then came the sun."]
PROPOSED = (ProposedSpan(4, 11, "minor"), ProposedSpan(16, 22, "major"))  # harbour, closed
NUMBERS = itertools.count(1)
LARGEST = 200_000  # bytes of a page with all that it loads
SLOWEST = 4000  # milliseconds; about half a second where little else runs
LOOKED_AT = (  # pixels, and colours
    *((320, "dark"), (320, "light"), (768, "dark"), (1280, "light"), (1280, "dark"), (1920, "dark")),
    (3840, "light"),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("pages")) as running:
        yield running


Begin = Callable[..., str]


@pytest.fixture
def begin(served: Served) -> Begin:
    """Begin a campaign of a few screens, and return its name."""

    def started(
        protocol: str = "da",
        size: int = 3,
        settings: Mapping[str, Any] | None = None,
        *,
        texts: CampaignTexts | None = None,
        items: list[Item] | None = None,
    ) -> str:
        texts = texts or texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
        name = f"study-{next(NUMBERS)}"
        screens_of = items or one_output(texts, range(size), "alder")
        served.add(campaign_of(name, protocol, screens_of, texts=texts, settings=settings))
        return name

    return started


def set_slider(person: Person, keys: str = "Home") -> None:
    """Set the only slider of a screen."""
    person.page.focus("input[type=range]")
    person.page.keyboard.press(keys)


# --- what is missing, and what is a score ---------------------------------------------------------------------


def test_what_is_missing_is_shown_and_focused(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        assert page.locator(".slider.unset").count() == 1
        assert page.get_attribute("input[type=range]", "aria-valuetext") == "not set yet"
        assert page.get_attribute("input[type=range]", "aria-invalid") is None
        page.click("#submit")
        assert page.inner_text(".missing-list p") == "1 answer is missing"
        assert page.evaluate("document.activeElement.type") == "range"
        assert page.locator(".field.missing .wrong").inner_text() == "Please answer this."
        assert page.get_attribute("input[type=range]", "aria-invalid") == "true"
        assert axe_violations(page) == []
        assert served.answers(name) == {}
        page.keyboard.press("Home")  # 0 is a score
        assert page.locator(".missing-list").is_hidden()
        assert page.locator(".slider.unset").count() == 0
        person.submit()
        assert "1 of 3 done" in page.locator("#said-0, #said-1").all_inner_texts()
    assert served.answers(name) == {(0, 0): {"u1": {"score": 0}}}


def test_a_click_on_the_middle_sets_a_slider_and_delete_takes_it_back(
    browser: Any, served: Served, begin: Begin
) -> None:
    with ByMouse(browser, served.link(begin())) as person:
        person.answer("u1", "score", "slider", 0.5)
        assert person.page.locator(".slider.unset").count() == 0
        person.page.keyboard.press("Delete")
        assert person.page.locator(".slider.unset").count() == 1


def test_a_low_score_without_an_error_is_asked_about_once(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("esa", 1)
    with ByKeyboard(browser, served.link(name)) as person:
        person.answer("u1", "score", "slider", 0.2)
        person.page.keyboard.press("Control+Enter")
        assert "no error is marked" in person.page.inner_text(".missing-list")
        assert served.answers(name) == {}
        person.submit()
    assert served.answers(name) == {(0, 0): {"u1": {"errors": [], "score": 20}}}


def test_a_protocol_may_refuse_a_low_score_without_an_error(
    browser: Any, served: Served, begin: Begin
) -> None:
    name = begin("cesa", 1)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        person.answer("u1", "score", "slider", 0.8)
        assert page.get_attribute("input[type=range]", "aria-valuetext") == "80: Good"
        assert page.inner_text(".number") == "80 · Good"
        for _ in range(2):  # not once alone
            page.keyboard.press("Control+Enter")
            assert page.inner_text(".missing-list p").startswith("A score below 85 needs a marked error")
        assert page.evaluate("document.activeElement.matches('.markable')")
        assert page.locator(".spans > .wrong").is_visible()
        assert axe_violations(page) == []
        person.reach("input[type=range]")
        page.keyboard.press("ArrowUp")
        assert page.locator(".missing-list").is_hidden()
        assert page.locator(".spans > .wrong").is_hidden()
        person.submit()
    assert served.answers(name) == {(0, 0): {"u1": {"errors": [], "score": 85}}}


def test_what_the_server_refuses_is_told_at_the_field(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        page.eval_on_selector("input[type=range]", "it => { it.max = 400; }")
        set_slider(person, "End")
        page.click("#submit")
        page.wait_for_selector(".field.missing")
        assert "100" in page.inner_text(".field .wrong")
        assert served.answers(name) == {}
        page.eval_on_selector("input[type=range]", "it => { it.max = 100; }")
        set_slider(person, "End")
        person.submit()
    assert served.answers(name) == {(0, 0): {"u1": {"score": 100}}}


def test_instructions_fold_after_the_first_screen_and_stay_as_they_were_left(
    browser: Any, served: Served, begin: Begin
) -> None:
    with ByKeyboard(browser, served.link(begin())) as person:
        page, unfolded = person.page, person.page.locator(".instructions[open]")
        assert unfolded.count() == 1
        page.keyboard.press("5")
        person.submit()
        assert unfolded.count() == 0
        page.keyboard.press("i")
        page.keyboard.press("5")
        person.submit()
        assert unfolded.count() == 1


# --- nothing is lost ------------------------------------------------------------------------------------------


def test_a_reload_brings_everything_back(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("esa")
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        person.reach(".markable.target")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("2")
        set_slider(person, "End")
        page.click(".instructions summary")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert page.inner_text(".errors .quote") == "harbour"
        assert page.input_value("input[type=range]") == "100"
        assert page.locator(".instructions[open]").count() == 0
        with page.expect_response("**/api/draft"):
            set_slider(person, "PageDown")
    with Person(browser, served.link(name)) as elsewhere:  # another browser has the draft of the server
        assert elsewhere.page.inner_text(".errors .quote") == "harbour"
        assert elsewhere.page.input_value("input[type=range]") == "90"


def test_without_a_connection_work_goes_on_and_is_sent_later(
    browser: Any, served: Served, begin: Begin
) -> None:
    name = begin("da", 4)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        fetched_ahead(page, 3)
        person.context.set_offline(True)
        for digit in "123":
            page.keyboard.press(digit)
            person.submit()
            assert page.locator("#connection").is_visible()
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "no-connection.png")
        page.keyboard.press("4")
        person.submit()
        assert person.title() == "Your answers are safe in this browser"
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "kept.png")
        assert served.answers(name) == {}
        person.context.set_offline(False)
        page.wait_for_selector(".code")
        assert page.locator("#connection").is_hidden()
    assert served.answers(name) == {(at, 0): {"u1": {"score": 10 * (at + 1)}} for at in range(4)}
    assert [event.payload["item"] for event in served.events(name, "answered")] == [0, 1, 2, 3]


def fetched_ahead(page: Any, screens: int) -> None:
    """Wait until so many of the next screens are in the browser."""
    page.wait_for_function(
        """screens => screens <= performance.getEntriesByType('resource')
            .filter(it => it.name.endsWith('/api/open')).length""",
        arg=screens,
    )


def answer_all(person: ByKeyboard) -> None:
    for unit, field, kind in person.fields():
        person.answer(unit, field, kind, 1)
    person.submit()


def test_first_steps_go_on_without_a_connection_and_later_ones_wait_for_it(
    browser: Any, served: Served, begin: Begin
) -> None:
    name = begin("adequacy-fluency", 2)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        fetched_ahead(page, 1)
        person.context.set_offline(True)
        for _ in range(2):  # fluency of both screens: no source is shown
            assert page.locator(".text.source").count() == 0
            answer_all(person)
        assert person.title() == "Waiting for the connection"
        person.context.set_offline(False)
        for _ in range(2):  # now the source is revealed, screen by screen
            page.wait_for_selector(".text.source")
            answer_all(person)
        page.wait_for_selector(".code")
    assert [(event.payload["item"], event.payload["step"]) for event in served.events(name, "answered")] == [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 1),
    ]


def test_questions_wait_for_the_text_to_be_closed_and_then_need_no_connection(
    browser: Any, served: Served, begin: Begin
) -> None:
    asked = [Question(f"What was {at}?", "short", "facts", (str(at),)) for at in range(3)]
    texts = texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
    units = tuple(JudgedText(at, ("alder",), OUTPUT[at]) for at in range(2))
    name = begin("comprehension", texts=texts, items=[Item(0, units, questions=tuple(asked))])
    with ByKeyboard(browser, served.link(name)) as person:
        page, heard = person.page, []
        page.on(
            "response", lambda response: heard.append(response.text()) if "/api/" in response.url else None
        )
        assert page.locator(".text .name").count() == 0  # one text, not a translation beside others
        assert page.locator(".badge").all_inner_texts() == ["Step 1 of 4"]
        person.context.set_offline(True)
        person.submit()  # the text is read
        assert person.title() == "Waiting for the connection"
        assert page.locator("#connection").is_hidden()  # the page says it
        assert OUTPUT[0] not in page.content()
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "waiting-for-questions.png")
        assert not any("What was" in text for text in heard)
        person.context.set_offline(False)
        page.wait_for_selector("text=What was 0?")
        person.context.set_offline(True)
        for at in range(3):
            assert page.locator(f"text=What was {at}?").count() == 1
            assert page.locator(".field").count() == 1
            assert page.locator("#back").count() == 0
            page.fill(".field input, .field textarea", str(at))
            person.submit()
            assert page.inner_text("#progress") == ("1 of 1 done" if at == 2 else "0 of 1 done")
        assert person.title() == "Your answers are safe in this browser"
        assert OUTPUT[0] not in page.content()
        person.context.set_offline(False)
        page.wait_for_selector(".code")
    answers = served.answers(name)
    assert [answers[0, step] for step in (1, 2, 3)] == [
        {f"q{at + 1}": {"answer": str(at)}} for at in range(3)
    ]
    assert [event.payload["step"] for event in served.events(name, "answered")] == [0, 1, 2, 3]


def test_a_browser_that_keeps_nothing_says_so(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("da", 3)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        page.keyboard.press("1")
        person.submit()
        page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
        page.keyboard.press("2")
        person.submit()  # it is sent, whatever was kept before the browser was full
        person.context.set_offline(True)
        page.keyboard.press("3")
        person.submit()
        assert person.title() == "Waiting for the connection"
        assert "Please leave this page open" in page.inner_text(".message")
        person.context.set_offline(False)
        page.wait_for_selector(".code")
    assert served.answers(name) == {(at, 0): {"u1": {"score": 10 * (at + 1)}} for at in range(3)}


def test_what_was_not_sent_is_sent_by_the_next_visit(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("da", 1)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        page.route("**/api/answer", lambda route: route.abort())
        page.keyboard.press("7")
        person.submit()
        assert person.title() == "Your answers are safe in this browser"
        page.close()
        person.page = person.new_page(f"{served.url}/task")
        person.page.wait_for_selector(".code")
        person.wrong = [wrong for wrong in person.wrong if "ERR_FAILED" not in wrong]
    assert served.answers(name) == {(0, 0): {"u1": {"score": 70}}}


def test_on_a_phone_without_a_connection_and_again_the_next_day_by_the_same_link(
    browser: Any, served: Served, begin: Begin
) -> None:
    name = begin(
        "da", 3, settings={"lease_minutes": 0.01}
    )  # what was leased is over long before the next day
    link = served.link(name)
    with ByMouse(browser, link) as person:
        person.page.set_viewport_size({"width": 360, "height": 740})
        person.answer("u1", "score", "slider", 0.2)
        person.submit()
        fetched_ahead(person.page, 2)
        person.context.set_offline(True)
        person.answer("u1", "score", "slider", 0.4)
        person.submit()
        person.answer("u1", "score", "slider", 0.6)  # and not sent: the phone is put away
        person.page.wait_for_timeout(700)
        person.page.close()
        person.context.set_offline(False)
        person.page = person.new_page(link)
        person.page.wait_for_selector(".slider:not(.unset)")  # the third screen, as it was left
        assert served.answers(name).keys() == {(0, 0), (1, 0)}
        person.submit()
        person.page.wait_for_selector(".code")
    given = [responses["u1"]["score"] for _, responses in sorted(served.answers(name).items())]
    assert [round(score, -1) for score in given] == [20, 40, 60]
    assert len(served.events(name, "answered")) == 3


def test_an_answer_that_is_long_on_its_way_is_spoken_of(browser: Any, served: Served, begin: Begin) -> None:
    name, held = begin("da", 3), []

    def hold(route: Any) -> None:
        held.append(route)

    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        fetched_ahead(page, 2)
        page.set_default_timeout(10_000)  # less than a page waits for an answer
        page.route("**/api/answer", hold)
        page.keyboard.press("1")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("text=Saving …")
        held.pop().abort()  # now it is lost, and nobody waits once more
        page.wait_for_selector("#connection:not([hidden])")
        page.keyboard.press("2")
        person.submit()
        assert page.inner_text("#progress") == "2 of 3 done"
        page.unroute("**/api/answer")  # what was held goes on
        page.wait_for_selector("#connection", state="hidden")
        page.keyboard.press("3")
        person.submit()
        page.wait_for_selector(".code")
        person.wrong = [wrong for wrong in person.wrong if "ERR_FAILED" not in wrong]
    assert served.answers(name) == {(at, 0): {"u1": {"score": 10 * (at + 1)}} for at in range(3)}


def test_a_server_that_cannot_be_reached_at_first_is_spoken_of_once(
    browser: Any, served: Served, begin: Begin
) -> None:
    with Person(browser, served.link(begin())) as person:
        page = person.page
        page.route("**/api/next", lambda route: route.abort())
        page.clock.install()
        page.reload()
        page.wait_for_selector(".offline")
        assert person.title() == "No connection"
        page.evaluate("document.querySelector('h1').dataset.first = '1'")
        assert page.locator("#connection").is_hidden()
        for _ in range(2):
            with page.expect_event("requestfailed"):
                page.clock.fast_forward(4000)
        assert page.locator("h1[data-first]").count() == 1  # or it would be read again every three seconds
        page.unroute("**/api/next")
        page.clock.fast_forward(4000)
        page.wait_for_selector("#submit")
        person.wrong = [wrong for wrong in person.wrong if "ERR_FAILED" not in wrong]


def test_what_is_said_of_a_practice_screen_is_said_of_that_screen(
    browser: Any, served: Served, begin: Begin
) -> None:
    texts = texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
    units = [(JudgedText(at, ("alder",), OUTPUT[at]),) for at in range(2)]
    expected = {"responses": {"u1": {"score": 90}}, "words": "Almost."}
    items = [Item(0, units[0], TUTORIAL, expected=expected), Item(1, units[1])]
    with ByKeyboard(browser, served.link(begin("da", texts=texts, items=items))) as person:
        page = person.page
        fetched_ahead(page, 1)
        person.context.set_offline(True)
        page.keyboard.press("4")
        person.submit()
        assert person.title() == "Your answers are safe in this browser"  # what was said comes first
        person.context.set_offline(False)
        page.wait_for_selector("tbody")
        assert page.locator(".message .output .big").inner_text() == OUTPUT[0]
        assert page.locator("tbody td").all_inner_texts() == ["40", "90"]


def test_an_answer_whose_receipt_was_lost_is_stored_once(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("da", 1)
    with ByKeyboard(browser, served.link(name)) as person:
        sent = []

        def lose(route: Any) -> None:
            sent.append(route.request.post_data_json["key"])
            if len(sent) == 1:
                route.fetch()  # the server stores it, and nobody hears of that
                route.abort()
            else:
                route.continue_()

        person.page.route("**/api/answer", lose)
        person.page.keyboard.press("7")
        person.submit()
        person.page.wait_for_selector(".code")
        person.wrong = [wrong for wrong in person.wrong if "ERR_FAILED" not in wrong]
    assert len(sent) == 2
    assert len(set(sent)) == 1
    assert len(served.events(name, "answered")) == 1


def test_of_two_tabs_one_works(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        first = person.page
        set_slider(person, "End")
        second = person.new_page(f"{served.url}/task")
        second.wait_for_selector("text=This task is open in another tab")
        assert first.locator("#submit").count() == 1
        assert axe_violations(second) == []
        second.click(".message .primary")
        second.wait_for_selector("#submit")
        first.wait_for_selector("text=This task is open in another tab")
        assert second.input_value("input[type=range]") == "100"  # what the first tab had is here
        person.page = second
        person.submit()
        first.click(".message .primary")
        first.wait_for_selector("#submit")
        assert first.inner_text("#progress") == "1 of 3 done"
    assert served.answers(name) == {(0, 0): {"u1": {"score": 100}}}


def test_who_opens_the_link_of_another_harms_neither(browser: Any, served: Served, begin: Begin) -> None:
    first, other = begin(), begin()
    with ByKeyboard(browser, served.link(first)) as person:
        set_slider(person, "End")
        tab = person.new_page(served.link(other))
        person.page.click("#submit")
        person.page.wait_for_selector("text=Please open your link again")
        assert (served.answers(first), served.answers(other)) == ({}, {})
        person.page.goto(served.link(first))
        person.page.wait_for_selector("text=1 of 3 done")  # what waited was sent
        tab.click("#withdraw")
        tab.check("dialog input")
        tab.click("text=Delete and leave")
        tab.wait_for_selector("text=Please open your link again")
    assert (served.answers(first), served.answers(other)) == ({(0, 0): {"u1": {"score": 100}}}, {})


# --- earlier screens, skipping, the way in and out ------------------------------------------------------------


def test_earlier_screens_are_opened_and_corrected(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("da", 3)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        for digit in "12":
            page.keyboard.press(digit)
            person.submit()
        page.keyboard.press("9")  # begun, and not lost by looking back
        here = person.ready
        person.go_on(lambda: page.keyboard.press("b"))
        assert page.input_value("input[type=range]") == "20"
        assert axe_violations(page) == []
        person.go_on(lambda: page.keyboard.press("b"))
        assert page.input_value("input[type=range]") == "10"
        page.screenshot(path=screens() / "correcting.png")
        page.keyboard.press("3")
        person.submit()
        assert person.ready == here
        assert page.input_value("input[type=range]") == "90"
    assert served.answers(name) == {(0, 0): {"u1": {"score": 30}}, (1, 0): {"u1": {"score": 20}}}
    assert len(served.events(name, "answered")) == 3


def test_a_screen_is_skipped_with_a_reason(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        page.keyboard.press("s")
        page.click("text=Skip it")
        assert page.inner_text("dialog .wrong") == "Please choose a reason."
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "skip.png")
        page.keyboard.press("ArrowDown")
        person.go_on(lambda: page.click("text=Skip it"))
    [event] = served.events(name, "skipped")
    assert (event.payload["item"], event.payload["reason"]) == (0, "broken")


def test_from_the_consent_to_the_code(browser: Any, served: Served, begin: Begin) -> None:
    texts = texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
    units = [(JudgedText(at, ("alder",), OUTPUT[at]),) for at in range(2)]
    expected = {"responses": {"u1": {"score": 90}}, "words": "Almost all of it is there."}
    items = [Item(0, units[0], TUTORIAL, expected=expected), Item(1, units[1])]
    name = begin(
        "da", settings={"consent": "We keep your answers.\n\n- You may leave."}, texts=texts, items=items
    )
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        assert person.title() == "Before you begin"
        assert page.inner_text(".prose li") == "You may leave."
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "consent.png")
        person.go_on(lambda: page.click("text=I agree"))
        assert page.inner_text(".badge") == "Practice"
        page.keyboard.press("4")
        person.submit()
        assert page.inner_text(".prose") == "Almost all of it is there."
        assert page.locator(".message .big").all_inner_texts() == [SOURCE[0], OUTPUT[0]]
        assert page.locator("tbody td").all_inner_texts() == ["40", "90"]
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "feedback.png")
        person.go_on(lambda: page.click(".message .primary"))
        page.keyboard.press("4")
        person.submit()
        assert person.title() == "All done. Thank you!"
        assert len(page.inner_text(".code")) >= 8
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "done.png")


def test_somebody_leaves_and_takes_the_answers_along(browser: Any, served: Served, begin: Begin) -> None:
    name = begin()
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        page.keyboard.press("4")
        person.submit()
        page.click("#withdraw")
        page.click("text=Delete and leave")
        assert "confirm" in page.inner_text("dialog .wrong")
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "withdraw.png")
        page.check("dialog input")
        person.go_on(lambda: page.click("text=Delete and leave"))
        assert person.title() == "You have left the study"
        assert page.locator("#withdraw").is_hidden()
        assert page.evaluate("Object.keys(localStorage).length") == 0
    assert served.answers(name) == {}


def test_a_wrong_link_says_so(browser: Any, served: Served) -> None:
    with Person(browser, f"{served.url}/join/nothing", wait=False) as person:
        assert person.title() == "This link does not work"
        assert axe_violations(person.page) == []
        person.page.screenshot(path=screens() / "wrong-link.png")


# --- texts to mark --------------------------------------------------------------------------------------------


def marked(page: Any) -> list[str]:
    """Return the texts of the marked errors."""
    return [str(text) for text in page.locator(".errors .quote").all_inner_texts()]


def hard_texts(*outputs: str, target: str) -> CampaignTexts:
    return texts_of(("en", target), ["source"] * len(outputs), {"alder": outputs})


def test_spans_hold_whole_letters_and_count_code_points(browser: Any, served: Served, begin: Begin) -> None:
    family, flag, accent = "👩‍👩‍👧", "🇸🇮", "e\u0301"  # 5, 2 and 2 code points, one letter each
    text = f"ab {family}{flag}{accent}z end"
    name = begin("esa", 1, texts=hard_texts(text, target="en"))
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        within = text.index("\u200d")  # in the middle of the family
        start = len(text[:within].encode("utf-16-le")) // 2
        person.drag("u1", "target", start, start + 12)
        page.click(".severity.minor")
        assert page.evaluate("document.querySelector('.markable.target p').childNodes.length") == 1
        set_slider(person, "End")
        person.submit()
    [span] = served.answers(name)[0, 0]["u1"]["errors"]
    chosen = text[span["start"] : span["end"]]
    assert chosen.startswith(family)
    assert chosen in (family + flag, family + flag + accent, family + flag + accent + "z")


def test_a_selection_grows_by_a_letter(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("esa", 1)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        person.reach(".markable.target")
        for key in ("ArrowRight", "Alt+Shift+ArrowLeft", "Alt+Shift+ArrowLeft", "1"):
            page.keyboard.press(key)
        assert marked(page) == ["harbo"]
        page.keyboard.press("Delete")
        assert marked(page) == []


def test_arabic_letters_stay_joined(browser: Any, served: Served, begin: Begin) -> None:
    text = "أُغلق الميناء يوم الثلاثاء بسبب العاصفة"
    name = begin("esa", 1, {"language": "ar"}, texts=hard_texts(text, target="ar"))
    measure = """() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.markable.target p').firstChild);
        return range.getBoundingClientRect().width;
    }"""
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        before = page.evaluate(measure)
        person.drag("u1", "target", text.index("ميناء") + 1, text.index("ميناء") + 3)
        page.click(".severity.major")
        assert marked(page)[0] in "الميناء"
        assert page.evaluate(measure) == before  # no letter changed its form
        [box] = page.evaluate(
            "Array.from(document.querySelectorAll('.mark.major'), it => it.getBoundingClientRect().toJSON())"
        )
        line = page.evaluate("document.querySelector('.markable.target p').getBoundingClientRect().toJSON()")
        assert line["left"] <= box["left"] < box["right"] <= line["right"]
        page.screenshot(path=screens() / "arabic.png")
        assert axe_violations(page) == []


def test_japanese_has_words_without_spaces(browser: Any, served: Served, begin: Begin) -> None:
    text = "嵐のため港は閉鎖されました。"
    name = begin("esa", 1, texts=hard_texts(text, target="ja"))
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        person.reach(".markable.target")
        page.keyboard.press("1")
        for key in ("End", "ArrowLeft", "2"):
            page.keyboard.press(key)
        first, last = marked(page)
        assert text.startswith(first)
        assert len(first) < 4  # a word, not the sentence
        assert last != "。"
        page.screenshot(path=screens() / "japanese.png")


def test_an_error_is_changed_and_removed(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("mqm", 1)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        person.reach(".markable.target")
        for key in ("ArrowRight", "3"):
            page.keyboard.press(key)
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "category.png")
        page.keyboard.type("spell")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")  # opens the error at the cursor
        page.keyboard.press("2")
        assert "Minor" in page.inner_text(".errors")
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        assert len(marked(page)) == 1
        page.click(".errors >> text=Remove")
        assert marked(page) == []
        person.submit()
    assert served.answers(name) == {(0, 0): {"u1": {"errors": []}}}


def proposing(texts: CampaignTexts) -> list[Item]:
    """Return two screens: one with proposed errors, and one without."""
    first, second = one_output(texts, range(2), "alder")
    return [replace(first, units=(replace(first.units[0], proposed=PROPOSED),)), second]


def test_proposed_errors_are_told_as_such_until_they_are_changed(
    browser: Any, served: Served, begin: Begin
) -> None:
    texts = texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
    name = begin("esa-ai", texts=texts, items=proposing(texts))
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        assert page.inner_text(".proposals").startswith("The program proposes 2 errors")
        assert "proposes 2 errors" in page.get_attribute(".markable", "aria-label")
        assert page.get_attribute(".errors li:nth-child(1) .entry", "aria-label") == (
            "Change the error harbour: proposed, Minor"
        )
        assert page.locator(".mark.proposed").count() == 2
        person.reach(".markable")
        page.keyboard.press("ArrowRight")
        assert "harbour, proposed as Minor" in page.locator("#said-0, #said-1").all_inner_texts()
        page.keyboard.press("2")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        assert "harbour, marked as Major" in page.locator("#said-0, #said-1").all_inner_texts()
        assert page.locator(".mark.proposed").count() == 1
        for key in ("ArrowRight", "ArrowRight", "Delete"):
            page.keyboard.press(key)
        person.answer("u1", "score", "slider", 0.5)
        person.submit()
        assert page.inner_text(".proposals") == "The program proposes no error here."
        person.answer("u1", "score", "slider", 1.0)
        person.submit()
    mark = {"side": "target", "start": 4, "end": 11, "severity": "major", "category": "", "note": ""}
    assert served.answers(name) == {
        (0, 0): {"u1": {"errors": [mark], "score": 50}},
        (1, 0): {"u1": {"errors": [], "score": 100}},
    }


def test_proposed_errors_that_were_removed_do_not_come_back(
    browser: Any, served: Served, begin: Begin
) -> None:
    texts = texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
    name = begin("esa-ai", texts=texts, items=proposing(texts))
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        for _ in range(2):
            page.click(".errors li:first-child >> text=Remove")
        assert marked(page) == []
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert marked(page) == []
        person.answer("u1", "score", "slider", 1.0)
        person.submit()
        page.click("#back")
        page.wait_for_selector(".notice")
        assert marked(page) == []
    assert served.answers(name) == {(0, 0): {"u1": {"errors": [], "score": 100}}}


def test_an_error_that_is_only_begun_is_not_lost(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("mqm", 1)
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        person.click_word("u1", "target", 6)
        page.click(".severity.major")  # and no category
        page.click("#submit")
        assert "not finished" in page.inner_text(".missing-list")
        assert page.evaluate("document.activeElement.getAttribute('role')") == "combobox"
        assert axe_violations(page) == []
        assert served.answers(name) == {}
        page.click(".panel .quiet")
        assert page.locator(".missing-list, .field.missing .wrong").filter(visible=True).count() == 0
        assert page.locator(".spans .hint").is_visible()  # how errors are marked
        person.submit()
    assert served.answers(name) == {(0, 0): {"u1": {"errors": []}}}


def test_a_change_that_is_only_begun_is_not_lost(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("mqm", 1)
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        person.reach(".markable.target")
        for key in ("ArrowRight", "3", *"spell", "Enter"):
            page.keyboard.press(key)
        page.click(".entry")
        page.fill(".finish input", "twice")
        page.keyboard.press("Control+Enter")
        assert "not finished" in page.inner_text(".missing-list")
        page.fill(".finish input", "")
        person.submit()  # what was only looked at keeps nobody
    assert served.answers(name)[0, 0]["u1"]["errors"][0]["note"] == ""


def test_a_word_that_is_clicked_twice_is_chosen_and_not_marked(
    browser: Any, served: Served, begin: Begin
) -> None:
    with ByMouse(browser, served.link(begin("esa", 1))) as person:
        page = person.page
        page.set_viewport_size({"width": 390, "height": 700})
        word = page.locator(".markable.target p")
        word.evaluate("it => scrollBy(0, it.getBoundingClientRect().top - 490)")
        box = word.bounding_box()
        page.mouse.dblclick(box["x"] + 60, box["y"] + 15)  # the panel comes under the pointer
        assert page.inner_text(".panel .quote") == "harbour"
        assert marked(page) == []
        page.click(".severity.minor")
        assert marked(page) == ["harbour"]


def test_what_a_finger_selects_becomes_an_error(browser: Any, served: Served, begin: Begin) -> None:
    with Person(browser, served.link(begin("esa", 1))) as person:
        page = person.page
        page.evaluate(
            """() => {
                const text = document.querySelector('.markable.target p').firstChild;
                for (const kind of ['pointerdown', 'pointercancel']) text.parentElement.dispatchEvent(
                    new PointerEvent(kind, { pointerType: 'touch', button: 0, bubbles: true }));
                getSelection().setBaseAndExtent(text, 4, text, 6); // the handles are dragged
                setTimeout(() => getSelection().setBaseAndExtent(text, 4, text, 15), 100);
            }"""
        )
        page.wait_for_selector(".panel:not([hidden])")
        assert page.inner_text(".panel .quote") == "harbour was"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_and_sliders_are_seen_in_colours_of_the_reader(
    browser: Any, served: Served, begin: Begin, scheme: str
) -> None:
    with ByKeyboard(browser, served.link(begin("esa", 1)), scheme=scheme) as person:
        page = person.page
        page.emulate_media(forced_colors="active")
        person.reach(".markable.target")
        pictures = [page.locator(".markable.target").screenshot()]
        for key in ("2", "Shift+Tab"):
            page.keyboard.press(key)
        pictures.append(page.locator(".markable.target").screenshot())
        assert len(set(pictures)) == 2
        slider = page.locator("input[type=range]")
        shown = [slider.screenshot()]
        slider.evaluate("it => { it.style.opacity = 0; }")
        shown.append(slider.screenshot())
        assert len(set(shown)) == 2, "there is a line to click on"
        slider.evaluate("it => { it.style.opacity = 1; }")
        page.screenshot(path=screens() / f"forced-colours-{scheme}.png")


def press(page: Any, key: str, code: str, *, shift: bool = False) -> None:
    """Press a key of another layout: what it writes, and where it is."""
    page.evaluate(
        """([key, code, shiftKey]) => document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }))""",
        [key, code, shift],
    )


def test_keys_are_the_same_on_every_keyboard(browser: Any, served: Served, begin: Begin) -> None:
    with Person(browser, served.link(begin("esa"))) as person:
        page = person.page
        press(page, "؟", "Slash", shift=True)  # Arabic
        assert page.locator("dialog").count() == 1
        page.keyboard.press("Escape")
        press(page, "ى", "KeyN")
        assert page.evaluate("document.activeElement.className") == "markable target"
        press(page, "é", "Digit2")  # French: digits need Shift there, and here they do not
        assert page.locator(".errors .major").count() == 1
        press(page, "!", "Digit1", shift=True)
        assert page.locator(".errors .minor").count() == 0
        press(page, "Μ", "KeyM", shift=True)  # Greek
        assert page.locator(".panel").is_visible()
        page.keyboard.press("Escape")
        press(page, "N", "KeyN", shift=True)  # Caps Lock
        assert page.evaluate("document.activeElement.type") == "range"
        press(page, "٧", "Digit7")
        assert page.input_value("input[type=range]") == "70"


def test_what_has_no_width_is_no_word(browser: Any, served: Served, begin: Begin) -> None:
    name = begin("esa", 1, texts=hard_texts("\u200fأُغلق الميناء", target="ar"))
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        person.reach(".markable.target")
        for key in ("Home", "ArrowDown", "1"):
            page.keyboard.press(key)
        assert marked(page) == ["أُغلق"]


def test_a_panel_stands_where_what_was_selected_can_be_seen(
    browser: Any, served: Served, begin: Begin
) -> None:
    name = begin("esa", 1, texts=hard_texts("The harbour was closed. " * 200, target="en"))
    with ByKeyboard(browser, served.link(name)) as person:
        page = person.page
        person.reach(".markable.target")
        for _ in range(12):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Shift+ArrowRight")
        place = page.evaluate("scrollY")
        panel, selected = page.locator(".panel").bounding_box(), page.locator(".mark.pending").bounding_box()
        assert selected["y"] + selected["height"] <= panel["y"]
        assert panel["y"] + panel["height"] <= page.viewport_size["height"]
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "panel-afar.png")
        page.keyboard.press("2")
        assert len(marked(page)) == 1
        assert page.evaluate("scrollY") == place
        assert page.evaluate("document.activeElement.className") == "markable target"


def test_on_a_phone_what_is_marked_can_be_seen_and_what_is_wanted_is_asked_for(
    browser: Any, served: Served, begin: Begin
) -> None:
    name = begin("mqm", 1)
    with ByMouse(browser, served.link(name)) as person:
        page = person.page
        page.set_viewport_size({"width": 390, "height": 700})
        person.click_word("u1", "target", 6)
        panel, selected = page.locator(".panel").bounding_box(), page.locator(".mark.pending").bounding_box()
        assert selected["y"] + selected["height"] <= panel["y"]
        page.click(".severity.major")
        page.keyboard.type("other")
        page.keyboard.press("Enter")
        page.click(".finish .plain")
        assert page.inner_text(".panel .wrong") == "Still needed: Remark"
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Remark"
        chosen, offered = page.locator(".categories [aria-selected=true]"), page.locator(".categories")
        assert chosen.inner_text() == "Other (say what)"
        assert chosen.bounding_box()["y"] >= offered.bounding_box()["y"] - 1
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "remark-390.png")
        page.click(".panel .quiet")
        assert page.evaluate("document.querySelector('.screen').style.marginBottom") == ""


def test_fingers_are_shown_no_keys_and_get_no_keyboard_over_the_categories(
    browser: Any, served: Served, begin: Begin
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, is_mobile=True, has_touch=True)
    try:
        page = context.new_page()
        page.goto(served.link(begin("mqm", 1)))
        page.wait_for_selector("#submit")
        page.locator(".markable.target p").tap(position={"x": 60, "y": 15})
        assert page.locator("#help, .severity .digit").filter(visible=True).count() == 0
        page.locator(".severity.major").tap()
        assert page.evaluate("document.activeElement.getAttribute('role')") == "listbox"
        page.get_by_role("option", name="Accuracy › Mistranslation").tap()
        assert marked(page) == ["harbour"]
    finally:
        context.close()


def heard(page: Any, role: str) -> list[tuple[str, str]]:
    """Return names and descriptions of all that has a role, as a screen reader gets them."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]

    def said(node: Any, part: str) -> str:
        return str(node.get(part, {}).get("value", ""))

    return [(said(node, "name"), said(node, "description")) for node in nodes if said(node, "role") == role]


def test_a_screen_reader_hears_the_texts_and_what_a_slider_means(
    browser: Any, served: Served, begin: Begin
) -> None:
    with Person(browser, served.link(begin("esa", 1))) as person:
        assert [name for name, _ in heard(person.page, "heading")][1:] == ["Source", "Translation"]
        [(_, text)] = heard(person.page, "application")
        assert text == OUTPUT[0]
        [(name, unset)] = heard(person.page, "slider")
        assert name == "How good is the translation?"
        assert unset.startswith("Not set yet")
        assert "Most meaning preserved" in unset
        set_slider(person)
        [(_, described)] = heard(person.page, "slider")
        assert described.startswith("No meaning preserved")
    texts = texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
    units = tuple(JudgedText(at, ("alder",), OUTPUT[at]) for at in range(2))
    name = begin("post-edit-document", texts=texts, items=[Item(0, units)])
    with Person(browser, served.link(name)) as person:
        assert [name for name, _ in heard(person.page, "textbox")] == [
            "Your translation Segment 1",
            "Your translation Segment 2",
        ]


def test_texts_say_their_language_and_questions_their_direction(
    browser: Any, served: Served, begin: Begin
) -> None:
    texts = texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
    with Person(browser, served.link(begin("mqm", 2, {"language": "ar"}))) as person:
        person.page.wait_for_selector(".around")
        spoken = person.page.eval_on_selector_all(
            ".text :is(.big, .around)", "all => all.map(it => [it.lang, it.closest('.text').classList[1]])"
        )
        assert {tuple(each) for each in spoken} == {("de", "source"), ("en", "output")}
    asked = (Question("Why?", "choice", "facts", ("rain",), ("rain", "Who knows?")),)
    item = Item(0, (JudgedText(0, ("alder",), OUTPUT[0]),), questions=asked)
    name = begin("comprehension", 1, {"language": "ar"}, texts=texts, items=[item])
    with ByKeyboard(browser, served.link(name)) as person:
        person.submit()
        directions = person.page.eval_on_selector_all(
            "legend, .option span:last-child", "all => all.map(it => getComputedStyle(it).direction)"
        )
        assert directions == ["ltr"] * 3
        weights = person.page.eval_on_selector_all(
            ".option span", "all => all.map(it => getComputedStyle(it).fontWeight)"
        )
        assert set(weights) == {"400"}


def test_translations_have_the_letters_that_the_question_names(
    browser: Any, served: Served, begin: Begin
) -> None:
    outputs = {"alder": OUTPUT, "birch": [line.upper() for line in OUTPUT]}
    texts = texts_of(("de", "en"), SOURCE, outputs)
    units = tuple(JudgedText(0, (system,), lines[0]) for system, lines in outputs.items())
    name = begin("pairwise", 1, {"language": "ar"}, texts=texts, items=[Item(0, units)])
    with Person(browser, served.link(name)) as person:
        assert person.page.locator(".unit .name").all_inner_texts() == ["الترجمة أ", "الترجمة ب"]
        assert "أ أفضل" in person.page.inner_text(".fields >> nth=-1")


@pytest.mark.parametrize("width", [768, 1280])
def test_the_words_of_a_scale_are_not_broken(browser: Any, served: Served, begin: Begin, width: int) -> None:
    with ByMouse(browser, served.link(begin("adequacy-fluency", 1))) as person:
        page = person.page
        page.set_viewport_size({"width": width, "height": 900})
        person.answer("u1", "fluency", "points", 0)
        label = page.locator(".option", has_text="Incomprehensible").locator("span").last
        assert (
            len(
                label.evaluate(
                    "it => { const range = document.createRange();"
                    " range.selectNodeContents(it); return [...range.getClientRects()]; }"
                )
            )
            == 1
        )
        rows = page.eval_on_selector_all(".option", "all => all.map(it => it.getBoundingClientRect().top)")
        assert len(set(rows)) == 1


@pytest.mark.parametrize("language", INTERFACES)
def test_five_ranks_fit_one_line_of_a_phone(
    browser: Any, served: Served, begin: Begin, language: str
) -> None:
    outputs = {f"system-{at}": [f"{line} {at}" for line in OUTPUT] for at in range(5)}
    texts = texts_of(("de", "en"), SOURCE, outputs)
    units = tuple(JudgedText(0, (system,), lines[0]) for system, lines in outputs.items())
    name = begin("ranking", 1, {"language": language}, texts=texts, items=[Item(0, units)])
    with Person(browser, served.link(name)) as person:
        page = person.page
        page.set_viewport_size({"width": 320, "height": 900})
        unit = page.locator(".unit").first
        assert unit.locator(".option").evaluate_all("all => new Set(all.map(it => it.offsetTop)).size") == 1
        assert min(unit.locator(".option").evaluate_all("all => all.map(it => it.offsetWidth)")) >= 44
        lines = unit.locator(".option > :last-child:not(:empty)").evaluate_all(
            "all => all.map(it => Math.round(it.offsetHeight / parseFloat(getComputedStyle(it).lineHeight)))"
        )
        assert lines == [1, 1]
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        assert axe_violations(page) == []


# --- how the pages look ---------------------------------------------------------------------------------------

LOOKS = (  # each in one of the four languages
    *("esa", "mqm", "ranking", "da-sqm", "adequacy-fluency", "pairwise", "error-tags", "post-edit", "sqm"),
    *("ranking", "da", "esa", "esa-ai", "cesa"),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("protocol", "language"), list(zip(LOOKS, itertools.cycle(INTERFACES), strict=False))
)
def test_pages_fit_their_screens_and_pictures_are_left(
    browser: Any, served: Served, protocol: str, language: str
) -> None:
    outputs = {f"system-{at}": [f"{line[:-1]} {'so ' * at}{at}." for line in OUTPUT] for at in range(5)}
    texts = texts_of(("de", "en"), SOURCE, outputs)
    several = {"ranking": 5, "pairwise": 2, "adequacy-fluency": 2, "cesa": 2}.get(protocol, 1)
    marks = PROPOSED if protocol == "esa-ai" else ()
    units = tuple(
        JudgedText(0, (f"system-{at}",), outputs[f"system-{at}"][0], proposed=marks) for at in range(several)
    )
    items = [Item(number, units) for number in range(2)]
    campaign = campaign_of(
        f"look-{next(NUMBERS)}", protocol, items, texts=texts, settings={"language": language}
    )
    alone = tuple(
        Bundle(at, (at,), copies=40) for at in range(2)
    )  # so that it says "about", which is longest
    served.add(replace(campaign, plan=replace(campaign.plan, bundles=alone)))
    name = campaign.name
    with Person(browser, served.link(name)) as person:
        page = person.page
        for width, scheme in LOOKED_AT:
            page.set_viewport_size({"width": width, "height": 900 if width < 3000 else 2160})
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, width
            if (width, scheme) in ((320, "dark"), (1280, "light")):
                assert axe_violations(page) == [], (width, scheme)
            page.screenshot(
                path=screens() / f"{protocol}-{language}-{width}-{scheme}.png", full_page=width == 320
            )


def looked_at(page: Any, name: str) -> None:
    """Look at a page on a phone and on a desk, in light and dark, and leave pictures."""
    for width, scheme in itertools.product((320, 1280), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 700})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        assert axe_violations(page) == [], (name, width, scheme)
        page.screenshot(path=screens() / f"{name}-{width}-{scheme}.png")


@pytest.mark.parametrize("language", INTERFACES)
def test_pages_without_a_task_are_looked_at(
    browser: Any, served: Served, begin: Begin, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = begin("da", 1, {"language": language, "completion_codes": "none"})
    full = served.desk.open_link(name, 1).result(30)
    link = served.link(name)
    for at in range(2):
        context = browser.new_context(locale=language)
        page = context.new_page()
        page.goto(f"{served.url}/join/{full}")
        if not at:
            page.get_by_role("button").click()
            page.wait_for_url(f"{served.url}/task")
        if at:
            looked_at(page, f"full-{language}")
            monkeypatch.setattr(
                "assay.studies.store.tokens.FORM", re.compile("nothing")
            )  # as if it had run out
            page.goto(link)
            looked_at(page, f"expired-link-{language}")
            monkeypatch.undo()
        context.close()
    with ByMouse(browser, link) as person:
        set_slider(person)
        person.submit()
        assert person.page.locator(".code, .withheld").count() == 0
        looked_at(person.page, f"done-without-code-{language}")
    with Person(browser, served.link(begin("da", 1, {"language": language}))) as person:
        person.context.clear_cookies()
        set_slider(person)
        person.page.click("#submit")
        person.page.wait_for_selector("article.message")
        assert person.title() == interface_wording(language)["expired.title"]
        looked_at(person.page, f"expired-session-{language}")


@pytest.mark.parametrize("language", INTERFACES)
def test_what_is_too_large_to_store_stays_on_the_screen(
    browser: Any, served: Served, begin: Begin, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = begin("post-edit", 1, {"language": language})
    with Person(browser, served.link(name)) as person:
        page = person.page
        page.fill("textarea", "The harbour was closed to all.")
        monkeypatch.setattr(guard, "LARGEST_ANSWER", 10)
        page.click("#submit")
        page.wait_for_selector(".notice")
        assert page.inner_text(".notice p") == interface_wording(language)["refused.too-large"]
        assert page.input_value("textarea") == "The harbour was closed to all."
        looked_at(page, f"too-large-{language}")
        monkeypatch.undo()
        person.go_on(lambda: page.click("#submit"))
    assert served.answers(name)[0, 0]["u1"]["edited"] == "The harbour was closed to all."


def test_the_help_names_all_keys(browser: Any, served: Served, begin: Begin) -> None:
    with Person(browser, served.link(begin("esa")), scheme="dark") as person:
        page = person.page
        page.keyboard.press("?")
        assert page.locator("dialog kbd").count() > 15
        assert axe_violations(page) == []
        page.screenshot(path=screens() / "help.png")
        page.click("dialog input")  # single letters are no keys any more
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.keyboard.press("5")
        page.keyboard.press("?")
        assert page.locator("dialog").count() == 0
        assert page.locator(".slider.unset").count() == 1
    with Person(browser, served.link(begin("mqm"))) as person:
        person.page.keyboard.press("?")
        keys = person.page.locator("dialog kbd").all_inner_texts()
        assert {"Esc", "1 … 3"} <= set(keys)
        assert not {"M", "0 … 9"} & set(keys)  # nothing is marked as missing here, and there is no slider


def test_a_page_is_light_and_soon_there(browser: Any, served: Served, begin: Begin) -> None:
    with Person(browser, served.link(begin("mqm"))) as person:
        page, times = person.page, []
        sizes = page.evaluate(
            """['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
                .map(entry => entry.decodedBodySize)"""
        )
        assert 50_000 < sum(sizes) < LARGEST
        for _ in range(3):
            page.reload()
            page.wait_for_selector("html[data-ready]")
            times.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
        assert min(times) < SLOWEST
