"""What may be asked of campaigns: which texts, who takes part, what they are asked, what is exported."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from assay.errors import OptionError
from assay.io import FileOptions
from assay.options import first_given, nested, option
from assay.studies.campaigns import DesignOptions
from assay.studies.campaigns.editing.options import LabOptions
from assay.studies.campaigns.settings import SettingOptions
from assay.studies.options import USUAL_URL, DatabaseOptions, check_url

SITE = "site"
REST = "the rest"
# The actions that read texts, and those that take any file.
MAKING = ("new", "check")
TAKING = (*MAKING, "import")


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


Action = Literal["new", "check", "status", "links", "export", "import", "close", "reopen"]


@dataclass(frozen=True)
class CampaignQuestion:
    """Make campaigns of human evaluation from plain files; look at them, export them, close them."""

    action: Action = option("status", "what to do", positional="?")
    name: str | None = option(None, "the campaign", metavar="NAME", positional="?")
    files: FileOptions = nested(FileOptions, "texts", MAKING)
    tasks: TaskOptions = nested(TaskOptions, "what is asked", MAKING)
    people: PeopleOptions = nested(PeopleOptions, "people", (*MAKING, "links"))
    setting: SettingOptions = nested(SettingOptions, "people", MAKING)
    design: DesignOptions = nested(DesignOptions, "design", MAKING)
    lab: LabOptions = nested(LabOptions, "post-editing and material", MAKING)
    to: str | None = option(
        None,
        "the format of the judgements, postedit for the edits that assay postedit reads, or site for pages "
        "that need no server (default: the log, of which import makes the same campaign)",
        metavar="FORMAT",
        group="export",
        actions=("export",),
    )
    anonymous: bool = option(
        False,
        "with --to site, call systems A, B, … (default: by their names)",
        group="export",
        actions=("export",),
    )
    kept: DatabaseOptions = nested(DatabaseOptions, REST)

    def __post_init__(self) -> None:
        """Refuse an action without what it is done to."""
        if self.name is None and self.action != "status":
            raise OptionError(f'{self.action} which campaign? "assay campaign" lists all')
        if self.files.systems and self.action not in TAKING:
            raise OptionError(
                f"{self.action} takes one campaign and no file, not {' '.join(map(str, self.files.systems))} as well"
            )
        if self.action in MAKING and os.path.isfile(str(self.name)):
            raise OptionError(
                f"{self.name} is a file; the name of the campaign comes first, as in assay campaign {self.action} "
                f"spring {self.name}"
            )
        if self.anonymous and self.to != SITE:
            raise OptionError("--anonymous is for --to site; other formats have the names of systems")

    def without_outputs(self) -> str:
        """Say what is missing where an action makes a campaign and no output is given."""
        if self.action != "new" and not first_given(self.files, besides=("systems",)):
            return ""
        return (
            f"{self.action} needs the outputs to judge: name a file for each system, or one with a whole set"
        )
