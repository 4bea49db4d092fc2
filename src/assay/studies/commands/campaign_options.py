"""Options of `assay campaign`: who takes part, and what they are asked."""

from __future__ import annotations

from dataclasses import dataclass

from assay.errors import OptionError
from assay.options import option
from assay.studies.options import USUAL_URL, check_url

MAKING = ("new", "check")  # the actions that read texts
REST = "the rest"


@dataclass(frozen=True)
class PeopleOptions:
    """Who takes part, and how they come."""

    annotators: tuple[str, ...] = option(
        (),
        "who takes part: names separated by commas, or a number of annotators (default: 3; for links, all there are)",
        metavar="NAMES",
    )
    open_link: int | None = option(
        None,
        "one link by which so many people may come, each an annotator on arrival; 0 lets nobody more in",
        metavar="PLACES",
        least=0,
    )
    worker: str = option(
        "",
        "the part of the open link's address by which a crowd platform says who comes, such as PROLIFIC_PID",
        metavar="NAME",
    )
    revoke: bool = option(
        False,
        "make links that were given before worth nothing, of --annotators or of everybody in the campaign",
        actions=("links",),
    )
    url: str = option(USUAL_URL, "the address that links begin with", metavar="URL", actions=("links",))
    consent: str | None = option(
        None,
        "a file with the text that annotators agree to first",
        metavar="FILE",
        reads=True,
        actions=MAKING,
    )

    def __post_init__(self) -> None:
        """Refuse an address that is none, names in a list that is none, and a name of the person without a link."""
        check_url(self.url)
        if any(";" in names for names in self.annotators):
            raise OptionError(f"--annotators {' '.join(self.annotators)}: separate names by commas")
        if self.worker and self.open_link is None:
            raise OptionError("--worker is a part of the open link; give --open-link PLACES as well")


@dataclass(frozen=True)
class TaskOptions:
    """What annotators are asked."""

    protocol: str = option("esa", "how outputs are judged: a name, or a TOML file", metavar="PROTOCOL")
    questions: str | None = option(
        None, "a TOML file of questions on documents, for comprehension", metavar="FILE", reads=True
    )
    tutorial: str | None = option(
        None, "a TOML file of outputs with the expected answers, done first", metavar="FILE", reads=True
    )
    proposals: str | None = option(
        None,
        "a file of errors that a program marked in the outputs, which annotators check, for esa-ai",
        metavar="FILE",
        reads=True,
    )
