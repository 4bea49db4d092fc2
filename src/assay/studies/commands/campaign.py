"""`assay campaign`: campaigns of human evaluation from plain files: make, check, look at, export, close."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assay.cli.answer import Answer
from assay.cli.flags import ActionHelp, Manners
from assay.cli.output import OutputOptions, make_private
from assay.errors import InputError, OptionError, counted
from assay.io import FileOptions, split_names
from assay.options import first_given, nested, option
from assay.reporting import Block, Head, Prose, Table
from assay.studies.campaigns import DesignOptions, LabOptions, SettingOptions
from assay.studies.commands.campaign_options import MAKING, REST, PeopleOptions, TaskOptions
from assay.studies.options import DatabaseOptions, require_server, without_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.studies.campaigns import Campaign, CampaignTexts, Protocol
    from assay.studies.desk import Desk

EPILOG = """\
examples:
  assay campaign new spring --protocol esa -s src.txt -r ref.txt --docs docs.txt a.txt b.txt
  assay campaign new quick --protocol da test.xml --annotators anna,ben,carla
  assay campaign new lab --protocol post-edit --scratch --square test.xml
  assay campaign new checked --protocol esa-ai --proposals xcomet.jsonl -s src.txt a.txt b.txt
  assay campaign check spring
  assay campaign status spring
  assay campaign links spring --annotators anna
  assay campaign links spring --annotators anna --revoke
  assay campaign links spring --open-link 50 --worker PROLIFIC_PID
  assay campaign export spring -o spring.jsonl
  assay campaign export spring --to tidy -o spring.tsv
  assay campaign export lab --to postedit -o lab.jsonl && assay postedit lab.jsonl
  assay campaign import copy spring.jsonl
  assay campaign close spring
"""
SITE, POSTEDIT = "site", "postedit"
OPEN_LINK = ""  # in place of a name: nobody's own
ACTIONS = {
    "new": ActionHelp("NAME SYS …", "make a campaign of outputs"),
    "check": ActionHelp(
        "NAME [SYS …]",
        "say what new would make, and make nothing; without SYS, compare what is stored with the log",
    ),
    "status": ActionHelp(
        "[NAME]",
        "say how far all campaigns are, or of one also what may be claimed, and the verdict on annotators",
    ),
    "links": ActionHelp(
        "NAME", "print new links; with --annotators for these people, who are added if need be"
    ),
    "export": ActionHelp("NAME", "write the log, or with --to the judgements, edits or pages"),
    "import": ActionHelp("NAME FILE", "make a campaign of a log that export wrote"),
    "close": ActionHelp("NAME", "take no more answers"),
    "reopen": ActionHelp("NAME", "take answers again"),
}
READING = ("check", "status", "export")  # actions that change nothing
_EMPTY = 'There is no campaign in {}; "assay campaign new" makes one.'
Action = Literal["new", "check", "status", "links", "export", "import", "close", "reopen"]


@dataclass(frozen=True)
class Arguments:
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
    manners: Manners = nested(Manners, REST)
    writing: OutputOptions = nested(OutputOptions, REST)

    def __post_init__(self) -> None:
        """Refuse an action without what it is done to."""
        if self.name is None and self.action != "status":
            raise OptionError(f'{self.action} which campaign? "assay campaign" lists all')
        if self.files.systems and self.action not in ("new", "check", "import"):
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
        if not self.files.systems and (self.action == "new" or first_given(self.files)):
            raise OptionError(
                f"{self.action} needs the outputs to judge: name a file for each system, or one with a whole set"
            )


def run(arguments: Arguments) -> Answer:
    """Do what is asked."""
    require_server()
    from assay.studies.desk import Desk

    if arguments.action == "check" and arguments.files.systems:
        return Answer(_described(_campaign(arguments)))
    if arguments.action in ("new", "import"):  # which look at the files before a database is made
        return _new(_campaign(arguments), arguments) if arguments.action == "new" else _import(arguments)
    kept = arguments.kept.database
    if "://" not in kept and not os.path.exists(kept) and os.path.isdir(os.path.dirname(kept) or "."):
        if arguments.name is not None:
            raise InputError(
                f"there is no campaign {arguments.name}, for there is no file {kept}; --database names another"
            )
        return Answer([Prose(_EMPTY.format(kept))])
    with Desk(kept, only_reads=arguments.action in READING) as desk:
        return _DONE[arguments.action](desk, arguments)


def _new(campaign: Campaign, arguments: Arguments) -> Answer:
    from assay.studies.desk import Desk, check_names

    people = _invited(arguments.people)
    if not people and not arguments.people.open_link:
        raise OptionError(
            "--annotators 0: nobody would judge; name people, give a number, or take --open-link"
        )
    check_names(campaign.name, people)
    kept = arguments.kept.database
    with Desk(kept) as desk:
        desk.create(campaign, people).result()
        if arguments.people.open_link:
            desk.open_link(campaign.name, arguments.people.open_link, arguments.people.worker).result()
    serve = (
        "assay serve"
        if kept == DatabaseOptions().database
        else f"assay serve --database {without_password(kept)}"
    )
    who = [
        *people,
        *([f"up to {arguments.people.open_link} by an open link"] if arguments.people.open_link else []),
    ]
    start = Prose(f'Annotators: {", ".join(who)}. "{serve}" starts the server and prints the links.')
    return Answer([*_described(campaign), start])


def _campaign(arguments: Arguments) -> Campaign:
    from assay.studies.campaigns import (
        Campaign,
        check_shown,
        chosen_protocol,
        plan_campaign,
        tutorial_from_file,
        warn_of_empty,
        warn_of_language,
        warn_of_staff,
        with_proposals,
        with_questions,
    )

    texts = _texts(arguments.files)
    warn_of_empty(texts)
    if arguments.tasks.questions is not None:
        texts = with_questions(texts, arguments.tasks.questions)
    texts, protocol = _lab(texts, chosen_protocol(arguments.tasks.protocol), arguments.lab)
    if arguments.tasks.proposals is not None:
        texts = with_proposals(texts, arguments.tasks.proposals, protocol)
    check_shown(texts, protocol)
    warn_of_language(protocol, arguments.setting.interface)
    tutorial = tutorial_from_file(arguments.tasks.tutorial, protocol) if arguments.tasks.tutorial else ()
    plan = plan_campaign(texts, protocol, arguments.design, tutorial)
    warn_of_staff(plan, len(_invited(arguments.people)) + (arguments.people.open_link or 0))
    settings = arguments.setting.settings(_told(arguments.people.consent))
    return Campaign(arguments.name or "campaign", protocol, texts, plan, settings)


def _texts(files: FileOptions) -> CampaignTexts:
    from dataclasses import replace

    from assay.data import join_shards
    from assay.io import lacks_references, open_set, parse_languages, read_bilingual, read_study
    from assay.studies.campaigns import texts_of, texts_without_reference

    study = read_study(files)
    if study is not None:
        texts = replace(texts_without_reference(study[0]), reference=tuple(study[1]))
    elif lacks_references(files):
        texts = texts_without_reference(read_bilingual(files, files.codes))
    else:
        texts = texts_of(*join_shards(list(open_set(files))))
    return replace(texts, languages=parse_languages(files.languages)) if files.languages else texts


def _lab(texts: CampaignTexts, protocol: Protocol, lab: LabOptions) -> tuple[CampaignTexts, Protocol]:
    """Add what a study of post-editing asks for: a control arm, a blind log, references, a brief."""
    from assay.studies.campaigns import adapted, check_material, with_scratch

    if lab.with_reference:
        check_material(texts)
    changed = adapted(protocol, blind=lab.blind, with_reference=lab.with_reference, brief=_told(lab.brief))
    return with_scratch(texts, changed) if lab.scratch else texts, changed


def _told(path: str | None) -> str:
    """Return the text of a file that annotators are shown."""
    from assay.io import read_texts

    return "" if path is None else "\n".join(read_texts(path)).strip()


def _invited(people: PeopleOptions) -> list[str]:
    """Return the names of those who take part from the start."""
    return _people(people.annotators or (() if people.open_link else ("3",)))


def _people(given: Sequence[str]) -> list[str]:
    names = split_names(given)
    if len(names) == 1 and names[0].isdecimal():
        return [f"annotator-{number}" for number in range(1, int(names[0]) + 1)]
    return names


def _described(campaign: Campaign) -> list[Block]:
    from assay.studies.campaigns import design_power, recognised_controls

    plan, texts = campaign.plan, campaign.texts
    recognised = recognised_controls(plan)
    screens = sum(len(bundle.items) * max(bundle.copies, 1) for bundle in plan.bundles)
    return [
        Prose(
            f"{campaign.name}: {campaign.protocol.name}, {counted(len(texts.source), 'segment')}, "
            f"{counted(len(texts.outputs), 'system')}; {counted(len(plan.items), 'screen')} in "
            f"{counted(len(plan.bundles), 'bundle')}, {counted(screens, 'screen')} to be done in all."
        ),
        Prose(f"{_read(texts)}."),
        Prose(f"{design_power(plan, campaign.protocol, texts)}."),
        *([Prose(f"{recognised}.")] if recognised else []),
    ]


def _read(texts: CampaignTexts) -> str:
    """Say what the files were taken for."""
    documents = len({name for name in texts.document if name})
    references = sum(text is not None for text in texts.reference)
    every = "references" if references == len(texts.source) else counted(references, "reference")
    read = [
        *(["the source text"] if any(texts.source) else []),
        *([every] if references else []),
        *([counted(documents, "document")] if documents else []),
        *([counted(_proposed(texts), "proposed error")] if texts.proposals else []),
    ]
    languages = f" ({' to '.join(texts.languages)})" if all(texts.languages) else ""
    beside = f"{', '.join(read)}{languages}; " if read else ""
    return (
        f"Read: {beside}outputs of {', '.join(name for name, lines in texts.outputs.items() if any(lines))}"
    )


def _proposed(texts: CampaignTexts) -> int:
    return sum(len(spans) for column in texts.proposals.values() for spans in column)


def _status(desk: Desk, arguments: Arguments) -> Answer:
    from assay.studies.exporting import campaign_overview
    from assay.studies.keeping import campaign_status
    from assay.studies.reports.overview import campaigns_table

    if arguments.name:
        return Answer(campaign_overview(desk, arguments.name))
    names = desk.campaigns()
    if not names:
        return Answer([Prose(_EMPTY.format(without_password(arguments.kept.database)))])
    rows = [(name, *campaign_status(desk, name)) for name in names]
    more = Prose('"assay campaign status NAME" says what may be claimed, and the verdict on every annotator.')
    return Answer([campaigns_table(rows), more])


def _links(desk: Desk, arguments: Arguments) -> Answer:
    from assay.studies.auth import Identity
    from assay.studies.keeping import people_of

    name, known = str(arguments.name), people_of(desk, str(arguments.name))
    given, named = arguments.people, _people(arguments.people.annotators)
    if given.revoke:
        _revoke(desk, name, named if given.open_link is None else [OPEN_LINK])
    if given.open_link is not None:
        token = desk.open_link(name, given.open_link, given.worker).result()
        make_private(arguments.writing.path)
        return Answer([_open_table(arguments, token)])
    wanted = named or known
    for person in wanted:
        if person not in known:
            desk.add_annotator(name, person).result()
    rows = [
        (
            person,
            f"{arguments.people.url.rstrip('/')}/join/{desk.link(Identity(name, 'annotator', person)).result()}",
        )
        for person in wanted
    ]
    make_private(arguments.writing.path)
    return Answer([Table("links", (Head("annotator"), Head("link")), tuple(rows))])


def _revoke(desk: Desk, campaign: str, people: Sequence[str]) -> None:
    """Take back the links of some people, of all in the campaign where nobody is named."""
    for person in people:
        desk.revoke(campaign, person).result()
    if not people:
        desk.revoke(campaign).result()


def _open_table(arguments: Arguments, token: str) -> Table:
    """Show the open link, with the place in it for the name that a platform fills in."""
    tail = f"?{arguments.people.worker}=..." if arguments.people.worker else ""
    link = f"{arguments.people.url.rstrip('/')}/join/{token}{tail}"
    return Table("links", (Head("places"), Head("open link")), ((str(arguments.people.open_link), link),))


def _export(desk: Desk, arguments: Arguments) -> Answer:
    from assay.studies.exporting import export_campaign, export_site
    from assay.studies.films import export_postedits
    from assay.studies.keeping import export_log

    name = str(arguments.name)
    if arguments.to is None:
        return Answer(ready=export_log(desk, name))
    if arguments.to == POSTEDIT:
        return Answer(ready="".join(export_postedits(desk, name)))
    if arguments.to != SITE:
        return Answer(ready=export_campaign(desk, name, arguments.to))
    path = arguments.writing.path
    if path is None or os.path.basename(path) != "index.html":
        raise OptionError("a site is several pages in a folder; name the first, as in -o study/index.html")
    (_, first), *others = export_site(desk, name, anonymous=arguments.anonymous)
    folder = os.path.dirname(path)
    return Answer(ready=first, beside=[(os.path.join(folder, page), text) for page, text in others])


def _import(arguments: Arguments) -> Answer:
    from assay.io import read_lines
    from assay.studies.desk import Desk
    from assay.studies.keeping import read_log

    if len(arguments.files.systems) != 1:
        raise OptionError("import takes the name of the new campaign and one file that export wrote")
    [path] = arguments.files.systems
    events = read_log(str(arguments.name), path, read_lines(path))
    with Desk(arguments.kept.database) as desk:
        desk.restore(str(arguments.name), events).result()
    kept = without_password(arguments.kept.database)
    imported = f"{counted(len(events), 'event')} of {path} {'is' if len(events) == 1 else 'are'} in {kept}."
    return Answer([Prose(f"{arguments.name}: {imported}")])


def _close(desk: Desk, arguments: Arguments) -> Answer:
    desk.set_closed(str(arguments.name), arguments.action == "close").result()
    name = str(arguments.name)
    if arguments.action == "close":
        return Answer(
            [Prose(f'{name} is closed and takes no more answers; "assay campaign reopen {name}" opens it.')]
        )
    return Answer([Prose(f"{name} is open and takes answers.")])


def _check(desk: Desk, arguments: Arguments) -> Answer:
    from assay.studies.keeping import audit

    troubles = audit(desk, str(arguments.name))
    words = troubles or ["the log gives the same state and the same answers as are stored"]
    return Answer([Prose(f"{arguments.name}: {each}.") for each in words], code=int(bool(troubles)))


_DONE = {
    "check": _check,
    "status": _status,
    "links": _links,
    "export": _export,
    "close": _close,
    "reopen": _close,
}
