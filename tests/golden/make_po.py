"""Make the golden catalogue of a PO file with GNU gettext: `python tests/golden/make_po.py msgfmt`.

msgfmt compiles the file, fuzzy entries with it, and Python's gettext, which is no part of ours, reads what it made.
"""

import gettext
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from golden_write import write

PO = r"""# Tides, written for these tests
msgid ""
msgstr ""
"Language: pl\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

#: tide.c:7
#, c-format
msgid "%d wave"
msgid_plural "%d waves"
msgstr[0] "%d fala"
msgstr[1] "%d fale"
msgstr[2] "%d fal"

msgctxt "button"
msgid "Open"
msgstr "Otwórz"
msgctxt "adjective"
msgid "Open"
msgstr "Otwarte"

msgid "a \"quoted\"\ttab\\"
msgstr ""
"„cytat”\t"
"\\ \x41\102 \a\n"
"drugi wiersz"

msgid "tomorrow"
msgstr "明天"

msgid "station"
msgstr "محطة"

msgid "fire 𝒙"
msgstr "🔥 𝒚"

msgid "accent"
msgstr "é é"

#, fuzzy
#| msgid "ebb"
msgid "flood"
msgstr "przypływ"

#~ msgid "old"
#~ msgstr "stary"
"""
FORMS = (1, 2, 5)  # a number for each plural form


def entries() -> Iterator[dict[str, Any]]:
    """Yield what the compiled catalogue says to every message."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "tides.po")
        path.write_text(PO, encoding="utf-8")
        subprocess.run(["msgfmt", "--use-fuzzy", "-o", f"{path}.mo", path], timeout=60, check=True)
        with Path(f"{path}.mo").open("rb") as file:
            catalogue = gettext.GNUTranslations(file)
    for number, form in enumerate(FORMS):
        yield {"unit": f"%d wave[{number}]", "target": catalogue.ngettext("%d wave", "%d waves", form)}
    for context in ("button", "adjective"):
        yield {"unit": f"{context}|Open", "target": catalogue.pgettext(context, "Open")}
    message = 'a "quoted"\ttab\\'
    yield {"unit": r'a "quoted"\ttab\\', "target": catalogue.gettext(message)}
    for message in ("tomorrow", "station", "fire 𝒙", "accent", "flood"):
        yield {"unit": message, "target": catalogue.gettext(message)}


if __name__ == "__main__":
    said = subprocess.run(
        ["msgfmt", "--version"], timeout=60, check=True, capture_output=True, text=True
    ).stdout
    write(__file__, "msgfmt", 0, f"GNU gettext {re.findall(r'[0-9.]+[0-9]', said)[0]}", entries=entries())
