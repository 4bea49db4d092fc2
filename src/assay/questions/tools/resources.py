"""What do metrics draw on, what of it is in the store, and is it whole? Word lists, tables, models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assay.errors import OptionError
from assay.options import option
from assay.questions.results import Listed
from assay.reporting import Head, Prose, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.questions.given import Given


@dataclass(frozen=True)
class ResourcesQuestion:
    """List, install, add or check what metrics draw on: word lists, tables, models."""

    action: Literal["list", "install", "add", "check", "path"] = option(
        "list",
        "what to do: list, install, add, check; path says where the store is",
        positional="?",
    )
    names: tuple[str, ...] = option((), "resources", metavar="NAME", positional="*")
    source: str | None = option(
        None, "the file or folder to add, or a package's file", flag="--from", metavar="PATH", reads=True
    )

    def __post_init__(self) -> None:
        """Refuse what an action cannot do anything with."""
        if self.action == "install" and not self.names:
            raise OptionError('install what? "assay resources" lists all')
        if (self.action == "add") != (self.source is not None):
            raise OptionError(
                f"add takes one NAME and --from PATH, and nothing else takes --from{_fetched(self.names)}"
            )
        if self.action == "add" and len(self.names) != 1:
            raise OptionError("add takes one NAME and --from PATH")
        if self.action == "path" and self.names:
            raise OptionError("path takes no NAME: it says where the whole store is")


def _fetched(names: Sequence[str]) -> str:
    """Say how a resource is fetched that somebody wanted to add without a file of it."""
    from difflib import get_close_matches

    from assay.resources.catalogue import known_resources

    near = [match for name in names for match in get_close_matches(name, known_resources(), n=1)]
    return f"; to fetch it, write assay resources install {near[0]}" if near else ""


def ask(question: ResourcesQuestion, given: Given) -> Listed:
    """Do what is asked."""
    from assay.resources.installation import add_resource, install_resource
    from assay.resources.store import store_folder

    if question.action == "path":
        return Listed(line=f"{store_folder()}\n")
    if question.action == "install":
        return _put([install_resource(name).identity for name in question.names])
    if question.source is not None:
        return _put([add_resource(question.names[0], question.source).identity])
    return _check(question.names) if question.action == "check" else _list(question.names)


def _put(identities: Sequence[str]) -> Listed:
    from assay.resources.store import store_folder

    return Listed(tuple(Prose(f"{identity} is in {store_folder()}") for identity in identities))


def _list(names: Sequence[str]) -> Listed:
    from assay.resources import entry_of
    from assay.resources.catalogue import known_resources
    from assay.resources.store import list_installed, store_folder

    installed = {each.name: each.version for each in list_installed()}
    listed = list(dict.fromkeys(names or [*known_resources(), *installed]))
    entries = [known_resources().get(name) or entry_of(name) for name in listed]
    rows = [
        (
            each.name,
            installed.get(each.name) or "-",
            f"{each.package} {each.version}".strip() or "a file",
            f"{each.megabytes} MB" if each.megabytes else "",
            each.languages,
            each.serves,
            each.licence,
            each.title,
        )
        for each in entries
    ]
    heads = ("name", "installed", "from", "size", "languages", "serves", "licence", "what it is")
    table = Table("resources", tuple(map(Head, heads)), tuple(rows))
    return Listed((table, Prose(f"The store is {store_folder()}.")))


def _check(names: Sequence[str]) -> Listed:
    from assay.resources import is_installed
    from assay.resources.store import check_resource, list_installed

    absent = [name for name in names if not is_installed(name)]
    chosen = [each for each in list_installed() if not names or each.name in names]
    verdicts = {each.identity: check_resource(each) for each in chosen}
    verdicts |= dict.fromkeys(absent, "not in the store")
    rows = [(name, verdict or "in order") for name, verdict in verdicts.items()]
    heads = (Head("resource"), Head("state"))
    return Listed((Table("check", heads, tuple(rows)),), fine=not any(verdicts.values()))
