"""PO against GNU gettext itself: msgfmt compiles what we read and what we write; its catalogue is the golden one."""

import gettext
import io
import shutil
import subprocess
from pathlib import Path

import pytest
from golden_cases import load
from golden_write import DATA
from make_po import PO as TIDES

from assay.io.units.flagging import flag_po
from assay.io.units.po import parse_po
from support.program import LIMIT

MSGFMT = shutil.which("msgfmt")
needs_msgfmt = pytest.mark.skipif(MSGFMT is None, reason="msgfmt is not there: apt install gettext")

PO = r"""# Timetable
msgid ""
msgstr ""
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: quay.c:3
#, c-format
msgid "%d boat"
msgid_plural "%d boats"
msgstr[0] "%d Boot"
msgstr[1] "%d Boote"

msgctxt "tide"
msgid "High"
msgstr "Hoch"
msgid "a \"quoted\"\ttab\\"
msgstr ""
"ein \"Zitat\"\t"
"\\ \x41\102\n"
"Zeile"
#, fuzzy
#| msgid "old"
msgid "new"
msgstr "neu"
"""


def compiled(data, folder, name):
    """Return the compiled catalogue of a PO file, fuzzy entries with it."""
    path = folder / name
    path.write_bytes(data)
    subprocess.run(
        [str(MSGFMT), "--use-fuzzy", "-o", f"{path}.mo", str(path)],
        timeout=LIMIT,
        check=True,
        capture_output=True,
    )
    return (folder / f"{name}.mo").read_bytes()


@needs_msgfmt
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_units_are_those_of_the_compiled_catalogue(tmp_path: Path, line_end: str) -> None:
    catalogue = gettext.GNUTranslations(io.BytesIO(compiled(PO.encode(), tmp_path, "a.po")))
    found = {unit.id: unit.target for unit in parse_po("a.po", PO.replace("\n", line_end).encode()).units}
    assert found == {
        "%d boat[0]": catalogue.ngettext("%d boat", "%d boats", 1),
        "%d boat[1]": catalogue.ngettext("%d boat", "%d boats", 2),
        "tide|High": catalogue.pgettext("tide", "High"),
        r'a "quoted"\ttab\\': catalogue.gettext('a "quoted"\ttab\\'),
        "new": catalogue.gettext("new"),
    }
    assert catalogue.gettext("new") == "neu"


@needs_msgfmt
def test_notes_change_nothing_that_is_compiled(tmp_path: Path) -> None:
    notes = {name: ["a note\nof two lines"] for name in ("%d boat", "%d boat[1]", "tide|High", "new")}
    flagged = flag_po(PO.encode(), notes)
    assert flagged.count(b"# assay") == len(notes)
    assert compiled(flagged, tmp_path, "b.po") == compiled(PO.encode(), tmp_path, "a.po")


# --- what msgfmt made of a file of our own, for where it is not installed ------------------------------------

MADE = load(DATA / "po-msgfmt.json")


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_units_are_those_that_msgfmt_compiled(line_end: str) -> None:
    units = parse_po("tides.po", TIDES.replace("\n", line_end).encode()).units
    assert {unit.id: unit.target for unit in units} == {
        entry["unit"]: entry["target"] for entry in MADE["entries"]
    }


def test_notes_leave_what_msgfmt_compiled() -> None:
    notes = {entry["unit"]: ["a note\nof two lines"] for entry in MADE["entries"]}
    units = parse_po("tides.po", flag_po(TIDES.encode(), notes)).units
    assert {unit.id: unit.target for unit in units} == {
        entry["unit"]: entry["target"] for entry in MADE["entries"]
    }
