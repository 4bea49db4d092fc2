"""What may be asked of campaigns of human evaluation: make, check, look at, give links to, export, close."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from assay.errors import InputError, OptionError, counted
from assay.questions import Converted, Listed, Result
from assay.reporting import Block, Head, Prose, Table
from assay.studies.options import DatabaseOptions, require_server, without_password
from assay.studies.questions.campaign_options import SITE, TAKING, CampaignQuestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.questions import Given
    from assay.studies.campaigns import Campaign
    from assay.studies.desk import Desk

POSTEDIT = "postedit"
FIRST_PAGE = "index.html"
# In place of a name: nobody's own.
OPEN_LINK = ""
# Actions that change nothing.
READING = ("check", "status", "export")
_EMPTY = 'There is no campaign in {}; "assay campaign new" makes one.'


@dataclass(frozen=True, repr=False)
class CampaignResult(Listed):
    """What was made, found or done; links are for nobody but who asked for them."""

    links: bool = False

    @property
    def is_secret(self) -> bool:
        """Whether there are links in it, by which whoever has one comes in."""
        return self.links


@dataclass(frozen=True, repr=False)
class SiteResult(Result):
    """A finished study as pages that need no server: `site` holds their names and texts, the first one first."""

    site: tuple[tuple[str, str], ...]

    def ready_for(self, path: str | None) -> str:
        """Return the first page."""
        return self.site[0][1]

    def beside(self, path: str | None) -> Sequence[tuple[str, str]]:
        """Return the other pages, in the folder of the first."""
        folder = os.path.dirname(path or "")
        return [(os.path.join(folder, page), text) for page, text in self.site[1:]]

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Say how many pages there are."""
        return [Prose(f"A study as {counted(len(self.site), 'page')}, to be written with save.")]

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Write all pages into a folder: `path` is the first of them, as in study/index.html."""
        from assay.io import check_writable, write_file

        first = os.fspath(path)
        check_first_page(first)
        check_writable(first, "save")
        for name, text in [(first, self.ready_for(first)), *self.beside(first)]:
            write_file(name, text)


def check_first_page(path: str | None) -> None:
    """Refuse a site that would not begin with the page that its others lead back to."""
    if path is None or os.path.basename(path) != FIRST_PAGE:
        raise OptionError(f"a site is several pages in a folder; name the first, as in -o study/{FIRST_PAGE}")


def ask(question: CampaignQuestion, given: Given) -> Result:
    """Do what is asked."""
    require_server()
    from assay.studies.archives import sound
    from assay.studies.desk import Desk
    from assay.studies.questions.new_campaign import described, planned_campaign

    if given.is_given and question.action not in TAKING:
        raise OptionError(f"{question.action} takes one campaign and no outputs; leave them out")
    # Which look at the files before a database is made.
    if question.action == "import":
        return _import(question, given)
    if given.is_given:
        campaign = planned_campaign(question, given)
        return (
            _new(campaign, question)
            if question.action == "new"
            else CampaignResult(tuple(described(campaign)))
        )
    kept = question.kept.database
    if "://" not in kept and not os.path.exists(kept) and os.path.isdir(os.path.dirname(kept) or "."):
        if question.name is not None:
            raise InputError(
                f"there is no campaign {question.name}, for there is no file {kept}; --database names another"
            )
        return CampaignResult((Prose(_EMPTY.format(kept)),))
    with Desk(kept, only_reads=question.action in READING) as desk, sound(desk, question.name):
        return _DONE[question.action](desk, question)


def _new(campaign: Campaign, question: CampaignQuestion) -> Result:
    from assay.studies.desk import Desk, check_names
    from assay.studies.questions.new_campaign import described, invited

    people = invited(question.people)
    if not people and not question.people.open_link:
        raise OptionError(
            "--annotators 0: nobody would judge; name people, give a number, or take --open-link"
        )
    check_names(campaign.name, people)
    kept = question.kept.database
    with Desk(kept) as desk:
        desk.create(campaign, people).result()
        if question.people.open_link:
            desk.open_link(campaign.name, question.people.open_link, question.people.worker).result()
    serve = (
        "assay serve"
        if kept == DatabaseOptions().database
        else f"assay serve --database {without_password(kept)}"
    )
    who = [
        *people,
        *([f"up to {question.people.open_link} by an open link"] if question.people.open_link else []),
    ]
    start = Prose(f'Annotators: {", ".join(who)}. "{serve}" starts the server and prints the links.')
    return CampaignResult((*described(campaign), start))


def _status(desk: Desk, question: CampaignQuestion) -> Result:
    from assay.studies.archives import campaign_status
    from assay.studies.exports import campaign_overview
    from assay.studies.reports.overview import campaigns_table

    if question.name:
        return CampaignResult(tuple(campaign_overview(desk, question.name)))
    names = desk.campaigns()
    if not names:
        return CampaignResult((Prose(_EMPTY.format(without_password(question.kept.database))),))
    rows = [(name, *campaign_status(desk, name)) for name in names]
    more = Prose('"assay campaign status NAME" says what may be claimed, and the verdict on every annotator.')
    return CampaignResult((campaigns_table(rows), more))


def _links(desk: Desk, question: CampaignQuestion) -> Result:
    from assay.studies.archives import people_of
    from assay.studies.auth import Identity
    from assay.studies.questions.new_campaign import people_named

    name, known = str(question.name), people_of(desk, str(question.name))
    people, named = question.people, people_named(question.people.annotators)
    if people.revoke:
        _revoke(desk, name, named if people.open_link is None else [OPEN_LINK])
    if people.open_link is not None:
        token = desk.open_link(name, people.open_link, people.worker).result()
        return CampaignResult((_open_table(question, token),), links=True)
    wanted = named or known
    for person in wanted:
        if person not in known:
            desk.add_annotator(name, person).result()
    rows = [
        (
            person,
            f"{question.people.url.rstrip('/')}/join/{desk.link(Identity(name, 'annotator', person)).result()}",
        )
        for person in wanted
    ]
    table = Table("links", (Head("annotator"), Head("link")), tuple(rows))
    return CampaignResult((table,), links=True)


def _revoke(desk: Desk, campaign: str, people: Sequence[str]) -> None:
    """Take back the links of some people, of all in the campaign where nobody is named."""
    for person in people:
        desk.revoke(campaign, person).result()
    if not people:
        desk.revoke(campaign).result()


def _open_table(question: CampaignQuestion, token: str) -> Table:
    """Show the open link, with the place in it for the name that a platform fills in."""
    tail = f"?{question.people.worker}=..." if question.people.worker else ""
    link = f"{question.people.url.rstrip('/')}/join/{token}{tail}"
    return Table("links", (Head("places"), Head("open link")), ((str(question.people.open_link), link),))


def _export(desk: Desk, question: CampaignQuestion) -> Result:
    from assay.studies.archives import export_log
    from assay.studies.exports import export_campaign, export_site
    from assay.studies.films import export_postedits

    name = str(question.name)
    if question.to is None:
        return Converted(export_log(desk, name).encode())
    if question.to == POSTEDIT:
        return Converted("".join(export_postedits(desk, name)).encode())
    if question.to != SITE:
        return Converted(export_campaign(desk, name, question.to))
    return SiteResult(tuple(export_site(desk, name, anonymous=question.anonymous)))


def _import(question: CampaignQuestion, given: Given) -> Result:
    from assay.io import read_lines
    from assay.studies.archives import read_log
    from assay.studies.desk import Desk

    files = given.as_files() if given.is_given else None
    if files is None or len(files.systems) != 1:
        raise OptionError("import takes the name of the new campaign and one file that export wrote")
    [path] = files.systems
    events = read_log(str(question.name), path, read_lines(path))
    with Desk(question.kept.database) as desk:
        desk.restore(str(question.name), events).result()
    kept = without_password(question.kept.database)
    imported = f"{counted(len(events), 'event')} of {path} {'is' if len(events) == 1 else 'are'} in {kept}."
    return CampaignResult((Prose(f"{question.name}: {imported}"),))


def _close(desk: Desk, question: CampaignQuestion) -> Result:
    desk.set_closed(str(question.name), question.action == "close").result()
    name = str(question.name)
    if question.action == "close":
        done = f'{name} is closed and takes no more answers; "assay campaign reopen {name}" opens it.'
        return CampaignResult((Prose(done),))
    return CampaignResult((Prose(f"{name} is open and takes answers."),))


def _check(desk: Desk, question: CampaignQuestion) -> Result:
    from assay.studies.archives import audit

    troubles = audit(desk, str(question.name))
    words = troubles or ["the log gives the same state and the same answers as are stored"]
    told = tuple(Prose(f"{question.name}: {each}.") for each in words)
    return CampaignResult(told, fine=not troubles)


_DONE: Mapping[str, Callable[[Desk, CampaignQuestion], Result]] = {
    "check": _check,
    "status": _status,
    "links": _links,
    "export": _export,
    "close": _close,
    "reopen": _close,
}
