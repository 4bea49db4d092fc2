"""Frames of the pages, in the languages of the interface; all else on them is made in the browser.

A task's frame has no text of a campaign but its title: the browser asks for the screen. Scripts and styles are files
of this package and are served as they are, so that a strict Content-Security-Policy holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from assay.io.toml_files import packaged_toml
from assay.studies.campaigns.protocols.protocol_files import message_wording

HERE = Path(__file__).resolve().parent
STATIC = HERE / "static"
INTERFACES = {"en": "ltr", "de": "ltr", "sl": "ltr", "ar": "rtl"}  # language to direction


def render_page(name: str, **context: object) -> str:
    """Return a page as HTML; whatever is put into it is escaped."""
    return _environment().get_template(f"{name}.html").render(**context)


@cache
def interface_wording(language: str) -> Mapping[str, str]:
    """Return what the pages say in a language; English where there is none for it."""
    name = _interface(language)
    return dict(packaged_toml(HERE / "wording" / f"{name}.toml"))


def task_page(language: str, *, title: str, person: str) -> str:
    """Return the page of tasks; `person` is an opaque name under which the browser keeps this annotator's drafts."""
    modules = sorted(path.stem for path in (STATIC / "task").glob("*.js") if path.stem != "main")
    refusals = {f"wrong.{key}": text for key, text in message_wording()[_interface(language)].items()}
    wording = {**interface_wording(language), **refusals}
    return _rendered("task", language, title=title, person=person, modules=modules, wording=wording)


def message_page(language: str, name: str, detail: str = "", why: str = "", *, ask: bool = False) -> str:
    """Return a page that says one thing: "unknown", "limited", "wrong-page" …, or in its place the `detail`.

    `why` is what those who run the server are told besides; one that asks has a button, which sends a form to the
    address of the page.
    """
    wording = interface_wording(language)
    heading = wording[f"{name}.title"]
    text = wording.get(f"{name}.text") or detail
    button = wording[f"{name}.go"] if ask else ""
    return _rendered("message", language, title=heading, heading=heading, text=text, why=why, button=button)


def _interface(language: str) -> str:
    """Return the language of the interface for a tag such as "de-AT"."""
    name = language.lower().replace("_", "-").partition("-")[0]
    return name if name in INTERFACES else "en"


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )


def _rendered(template: str, language: str, **values: object) -> str:
    name = _interface(language)
    return render_page(template, language=name, direction=INTERFACES[name], **values)
