"""`assay campaign`: campaigns of human evaluation from plain files: make, check, look at, export, close."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assay.campaigns import DesignOptions, LabOptions, SettingOptions
from assay.cli.answer import Answer
from assay.cli.commands.people.serve import require_server
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions, make_private
from assay.errors import InputError, OptionError, counted
from assay.io import FileOptions, split_names
from assay.options import nested, option
from assay.reporting import Block, Head, Prose, Table
from assay.server import DatabaseOptions, without_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.campaigns import Campaign, CampaignTexts, Protocol
    from assay.server import Desk

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
_EMPTY = 'There is no campaign in {}; "assay campaign new" makes one.'
Action = Literal["new", "check", "status", "links", "export", "import", "close", "reopen"]


@dataclass(frozen=True)
class Arguments:
    """Make campaigns of human evaluation from plain files; look at them, export them, close them."""

    action: Action | None = option(None, "what to do (default: status)", positional="?")
    name: str | None = option(None, "the campaign", metavar="NAME", positional="?")
    files: FileOptions = nested(FileOptions)
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
    annotators: tuple[str, ...] = option(
        (),
        "who takes part: names separated by commas, or a number of annotators (default: 3)",
        metavar="NAMES",
    )
    open_link: int | None = option(
        None,
        "new, links: one link by which so many people may come, each an annotator on arrival; 0 lets nobody more in",
        metavar="PLACES",
        least=0,
    )
    worker: str = option(
        "",
        "the part of the open link's address by which a crowd platform says who comes, such as PROLIFIC_PID",
        metavar="NAME",
    )
    revoke: bool = option(
        False, "links: make those that were given before worth nothing, of --annotators or of everybody"
    )
    consent: str | None = option(
        None, "a file with the text that annotators agree to first", metavar="FILE", reads=True
    )
    to: str | None = option(
        None,
        "export: the format of the judgements, postedit for the edits that assay postedit reads, or site for pages "
        "that need no server (default: the log, of which import makes the same campaign)",
        metavar="FORMAT",
    )
    anonymous: bool = option(False, "with --to site, call systems A, B, … (default: by their names)")
    url: str = option("http://127.0.0.1:8017", "the address that links begin with", metavar="URL")
    design: DesignOptions = nested(DesignOptions)
    setting: SettingOptions = nested(SettingOptions)
    lab: LabOptions = nested(LabOptions)
    kept: DatabaseOptions = nested(DatabaseOptions)
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)

    def __post_init__(self) -> None:
        """Refuse an action without what it is done to."""
        if self.name is None and self.action not in (None, "status"):
            raise OptionError(f'{self.action} which campaign? "assay campaign" lists all')
        if self.files.systems and self.action not in ("new", "check", "import"):
            raise OptionError(
                f"{self.action} takes one campaign and no file, not {' '.join(map(str, self.files.systems))} as well"
            )
        if self.action == "new" and not self.files.systems:
            raise OptionError(
                "new needs the outputs to judge: name a file for each system, or one with a whole set"
            )


def run(arguments: Arguments) -> Answer:
    """Do what is asked."""
    require_server()
    from assay.server import Desk

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
    with Desk(kept) as desk:
        return _ACTIONS[arguments.action or "status"](desk, arguments)


def _new(campaign: Campaign, arguments: Arguments) -> Answer:
    from assay.server import Desk, check_names

    people = _people(arguments.annotators or (() if arguments.open_link else ("3",)))
    if not people and not arguments.open_link:
        raise OptionError(
            "--annotators 0: nobody would judge; name people, give a number, or take --open-link"
        )
    check_names(campaign.name, people)
    kept = arguments.kept.database
    with Desk(kept) as desk:
        desk.create(campaign, people).result()
        if arguments.open_link:
            desk.open_link(campaign.name, arguments.open_link, arguments.worker).result()
    serve = (
        "assay serve"
        if kept == DatabaseOptions().database
        else f"assay serve --database {without_password(kept)}"
    )
    who = [*people, *([f"up to {arguments.open_link} by an open link"] if arguments.open_link else [])]
    start = Prose(f'Annotators: {", ".join(who)}. "{serve}" starts the server and prints the links.')
    return Answer([*_described(campaign), start])


def _campaign(arguments: Arguments) -> Campaign:
    from assay.campaigns import (
        Campaign,
        check_shown,
        chosen_protocol,
        plan_campaign,
        tutorial_from_file,
        warn_of_empty,
        warn_of_language,
        with_proposals,
        with_questions,
    )

    texts = _texts(arguments.files)
    warn_of_empty(texts)
    if arguments.questions is not None:
        texts = with_questions(texts, arguments.questions)
    texts, protocol = _lab(texts, chosen_protocol(arguments.protocol), arguments.lab)
    if arguments.proposals is not None:
        texts = with_proposals(texts, arguments.proposals, protocol)
    check_shown(texts, protocol)
    warn_of_language(protocol, arguments.setting.interface)
    tutorial = tutorial_from_file(arguments.tutorial, protocol) if arguments.tutorial else ()
    plan = plan_campaign(texts, protocol, arguments.design, tutorial)
    settings = arguments.setting.settings(_told(arguments.consent))
    return Campaign(arguments.name or "campaign", protocol, texts, plan, settings)


def _texts(files: FileOptions) -> CampaignTexts:
    from dataclasses import replace

    from assay.campaigns import texts_of, texts_without_reference
    from assay.data import join_shards
    from assay.io import lacks_references, open_set, parse_languages, read_bilingual

    if lacks_references(files):
        texts = texts_without_reference(read_bilingual(files, files.codes))
    else:
        texts = texts_of(*join_shards(list(open_set(files))))
    return replace(texts, languages=parse_languages(files.languages)) if files.languages else texts


def _lab(texts: CampaignTexts, protocol: Protocol, lab: LabOptions) -> tuple[CampaignTexts, Protocol]:
    """Add what a study of post-editing asks for: a control arm, a blind log, references, a brief."""
    from assay.campaigns import adapted, check_material, with_scratch

    if lab.with_reference:
        check_material(texts)
    changed = adapted(protocol, blind=lab.blind, with_reference=lab.with_reference, brief=_told(lab.brief))
    return with_scratch(texts, changed) if lab.scratch else texts, changed


def _told(path: str | None) -> str:
    """Return the text of a file that annotators are shown."""
    from assay.io import read_texts

    return "" if path is None else "\n".join(read_texts(path)).strip()


def _people(given: Sequence[str]) -> list[str]:
    names = split_names(given)
    if len(names) == 1 and names[0].isdecimal():
        return [f"annotator-{number}" for number in range(1, int(names[0]) + 1)]
    return names


def _described(campaign: Campaign) -> list[Block]:
    from assay.campaigns import design_power

    plan, texts = campaign.plan, campaign.texts
    screens = sum(len(bundle.items) * max(bundle.copies, 1) for bundle in plan.bundles)
    return [
        Prose(
            f"{campaign.name}: {campaign.protocol.name}, {counted(len(texts.source), 'segment')}, "
            f"{counted(len(texts.outputs), 'system')}; {counted(len(plan.items), 'screen')} in "
            f"{counted(len(plan.bundles), 'bundle')}, {counted(screens, 'screen')} to be done in all."
        ),
        Prose(f"{_read(texts)}."),
        Prose(f"{design_power(plan, campaign.protocol, texts)}."),
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
    from assay.reporting import status_blocks
    from assay.server import campaign_status, campaign_study

    names = [arguments.name] if arguments.name else desk.campaigns()
    if not names:
        return Answer([Prose(_EMPTY.format(without_password(arguments.kept.database)))])
    rows = [row for name in names for row in campaign_status(desk, name)]
    heads = ("campaign", "state", "annotator", "screens done", "bundles done", "at work")
    status = Table("status", tuple(map(Head, heads)), tuple(rows))
    verdicts = status_blocks(campaign_study(desk, arguments.name)) if arguments.name else []
    return Answer([status, *verdicts])


def _links(desk: Desk, arguments: Arguments) -> Answer:
    from assay.server import Identity, people_of

    name, known = str(arguments.name), people_of(desk, str(arguments.name))
    named = _people(arguments.annotators)
    if arguments.revoke:
        _revoke(desk, name, named if arguments.open_link is None else [OPEN_LINK])
    if arguments.open_link is not None:
        token = desk.open_link(name, arguments.open_link, arguments.worker).result()
        make_private(arguments.writing.path)
        return Answer([_open_table(arguments, token)])
    wanted = named or known
    for person in wanted:
        if person not in known:
            desk.add_annotator(name, person).result()
    rows = [
        (
            person,
            f"{arguments.url.rstrip('/')}/join/{desk.link(Identity(name, 'annotator', person)).result()}",
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
    tail = f"?{arguments.worker}=..." if arguments.worker else ""
    link = f"{arguments.url.rstrip('/')}/join/{token}{tail}"
    return Table("links", (Head("places"), Head("open link")), ((str(arguments.open_link), link),))


def _export(desk: Desk, arguments: Arguments) -> Answer:
    from assay.server import export_campaign, export_log, export_postedits, export_site

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
    from assay.io import read_texts
    from assay.server import Desk, read_log

    if len(arguments.files.systems) != 1:
        raise OptionError("import takes the name of the new campaign and one file that export wrote")
    [path] = arguments.files.systems
    events = read_log(str(arguments.name), path, read_texts(path))
    with Desk(arguments.kept.database) as desk:
        desk.restore(str(arguments.name), events).result()
    kept = without_password(arguments.kept.database)
    imported = f"{counted(len(events), 'event')} of {path} {'is' if len(events) == 1 else 'are'} in {kept}."
    return Answer([Prose(f"{arguments.name}: {imported}")])


def _close(desk: Desk, arguments: Arguments) -> Answer:
    desk.set_closed(str(arguments.name), arguments.action == "close").result()
    state = "closed" if arguments.action == "close" else "open"
    return Answer([Prose(f"{arguments.name} is {state}.")])


def _check(desk: Desk, arguments: Arguments) -> Answer:
    from assay.server import audit

    troubles = audit(desk, str(arguments.name))
    words = troubles or ["the log gives the same state and the same answers as are stored"]
    return Answer([Prose(f"{arguments.name}: {each}.") for each in words], code=int(bool(troubles)))


_ACTIONS = {
    "check": _check,
    "status": _status,
    "links": _links,
    "export": _export,
    "close": _close,
    "reopen": _close,
}
