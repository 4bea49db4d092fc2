"""The documentation as a site of plain files: pages, search, and a gallery of reports, all of which work offline.

    python tools/site.py build/site

Sphinx makes it from docs/ and the pages beside it that docs/ links to. A warning is an error. The pages stay plain
Markdown: what a site needs besides, such as its table of contents, is added to copies.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {
    "../CONTRIBUTING.md": "contributing.md",
    "../SECURITY.md": "security.md",
    "../README.md": "readme.md",
    "../CHANGELOG.md": "changelog.md",
    "../THIRD-PARTY.md": "third-party.md",
    "../examples/README.md": "examples.md",
}  # pages and their copies
HARBOUR = "examples/harbour"


@dataclass(frozen=True)
class Shown:
    """A page of the gallery: its file, what it shows, and the command that writes it."""

    file: str
    title: str
    command: Sequence[str]


GALLERY = (
    Shown(
        "report.html",
        "One page with the verdict, its reasons, and every segment",
        ("report", "examples/harbour.xml"),
    ),
    Shown("compare.html", "Four systems compared", ("compare", "examples/harbour.xml")),
    Shown("power.html", "What a test set can show", ("power", "examples/harbour.xml", "-m", "bleu")),
    Shown("diagnose.html", "Why one system is better", ("diagnose", "examples/harbour.xml")),
    Shown("human.html", "Systems ranked by people", ("human", f"{HARBOUR}/ratings.tsv")),
    Shown(
        "postedit.html", "What it costs to repair translations", ("postedit", f"{HARBOUR}/postedits.jsonl")
    ),
)


def copy_pages(pages: Path) -> None:
    """Copy the pages, with links to the copies of those from outside, and a table of contents on the first."""
    shutil.copytree(ROOT / "docs", pages)
    for outside, copy in OUTSIDE.items():
        text = (ROOT / "docs" / outside).read_text(encoding="utf-8")
        (pages / copy).write_text(_inside(text, outside), encoding="utf-8")
    for page in pages.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        up = "../" * (len(page.relative_to(pages).parts) - 1)
        for outside, copy in OUTSIDE.items():
            text = text.replace(f"]({up}{outside}", f"]({up}{copy}")
        text = re.sub(r"\[[\w./-]+\.md\]\(([\w./-]+\.md)\)", r"[](\1)", text)  # a page goes by its title
        page.write_text(text, encoding="utf-8")
    index = pages / "index.md"
    text = index.read_text(encoding="utf-8").replace("](decisions)", f"]({_first(pages, 'decisions')})")
    index.write_text(f"{text}\n{_contents(pages, text)}", encoding="utf-8")
    (pages / "gallery.md").write_text(_gallery_page(), encoding="utf-8")


def _inside(text: str, outside: str) -> str:
    """Return a page from outside docs/ with its links as seen from there; those to files become plain words."""
    text = re.sub(r"\]\(docs/", "](", text)
    for other, copy in OUTSIDE.items():
        text = text.replace(f"]({other.removeprefix('../')}", f"]({copy}")
    if "examples" in outside:
        text = re.sub(r"\]\(\.\./docs/", "](", text)
    return re.sub(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)(?!\S+\.md)[^)]*\)", r"\1", text)


def _first(pages: Path, folder: str) -> str:
    return sorted((pages / folder).glob("*.md"))[0].relative_to(pages).as_posix()


def _contents(pages: Path, index: str) -> str:
    """List every page: those of the top in the order in which the index names them, then those of the folders."""
    named = [name for name in re.findall(r"\]\(([\w-]+\.md)\)", index) if (pages / name).exists()]
    others = sorted(path.name for path in pages.glob("*.md") if path.name != "index.md")
    top = list(dict.fromkeys([*named, *others, "gallery.md"]))
    trees = {"": top, "Metrics": _listed(pages, "metrics"), "Decisions": _listed(pages, "decisions")}
    return "\n".join(
        "\n".join(
            ["```{toctree}", ":hidden:", f":caption: {caption}" if caption else "", "", *names, "```", ""]
        )
        for caption, names in trees.items()
    )


def _listed(pages: Path, folder: str) -> list[str]:
    return [path.relative_to(pages).as_posix() for path in sorted((pages / folder).glob("*.md"))]


def _gallery_page() -> str:
    lines = [
        "# Gallery",
        "",
        "Pages that Assay wrote of its [example set](examples.md), each one file without any other:",
        "",
    ]
    for shown in GALLERY:
        lines.append(
            f'- <a href="gallery/{shown.file}">{shown.title}</a>: `assay {" ".join(shown.command)} -o {shown.file}`'
        )
    return "\n".join([*lines, ""])


def write_gallery(folder: Path) -> None:
    """Run the commands of the gallery."""
    folder.mkdir(parents=True)
    for shown in GALLERY:
        command = [sys.executable, "-m", "assay", *shown.command, "-q", "-o", str(folder / shown.file)]
        subprocess.run(command, cwd=ROOT, check=True)


def build(target: Path) -> int:
    """Write the site; return 0 if there was no warning."""
    with tempfile.TemporaryDirectory() as temporary:
        pages, extra = Path(temporary) / "pages", Path(temporary) / "extra"
        copy_pages(pages)
        write_gallery(extra / "gallery")
        settings = {
            "project": "Assay",
            "extensions": ["myst_parser"],
            "html_theme": "furo",
            "html_title": "Assay",
            "html_extra_path": [str(extra)],
            "myst_heading_anchors": 4,
            "exclude_patterns": ["*.ipynb"],
            "html_show_copyright": False,
        }
        site = Sphinx(
            pages, None, target, Path(temporary) / "doctrees", "html", confoverrides=settings, status=None,
            warningiserror=True,
        )  # fmt: skip
        site.build(force_all=True)
        return site.statuscode


def main() -> int:
    """Build where the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("target", type=Path, help="the folder of the site")
    return build(parser.parse_args().target.resolve())


if __name__ == "__main__":
    sys.exit(main())
