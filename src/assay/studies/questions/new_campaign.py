"""A campaign made of what was given: texts, the task, material of a laboratory, a plan, and those who take part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.errors import counted
from assay.io import FileOptions, split_names
from assay.reporting import Block, Prose
from assay.studies.campaigns.editing.options import LabOptions
from assay.studies.questions.campaign_options import CampaignQuestion, PeopleOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.questions import Given
    from assay.studies.campaigns import Campaign
    from assay.studies.campaigns.values import CampaignTexts, Protocol


def planned_campaign(question: CampaignQuestion, given: Given) -> Campaign:
    """Return the campaign that is asked for, which nothing keeps yet."""
    from assay.studies.campaigns import Campaign, plan_campaign, with_proposals
    from assay.studies.campaigns.design.staff import warn_of_staff
    from assay.studies.campaigns.materials import tutorial_from_file, with_questions
    from assay.studies.campaigns.protocols.protocol_files import chosen_protocol
    from assay.studies.campaigns.texts import check_shown, warn_of_empty, warn_of_language

    texts = _texts(given)
    warn_of_empty(texts)
    if question.tasks.questions is not None:
        texts = with_questions(texts, question.tasks.questions)
    texts, protocol = _lab(texts, chosen_protocol(question.tasks.protocol), question.lab)
    if question.tasks.proposals is not None:
        texts = with_proposals(texts, question.tasks.proposals, protocol)
    check_shown(texts, protocol)
    warn_of_language(protocol, question.setting.interface)
    tutorial = tutorial_from_file(question.tasks.tutorial, protocol) if question.tasks.tutorial else ()
    plan = plan_campaign(texts, protocol, question.design, tutorial)
    warn_of_staff(plan, len(invited(question.people)) + (question.people.open_link or 0))
    settings = question.setting.settings(_told(question.people.consent))
    return Campaign(question.name or "campaign", protocol, texts, plan, settings)


def _texts(given: Given) -> CampaignTexts:
    from assay.data import join_shards
    from assay.io import parse_languages
    from assay.studies.campaigns.texts import texts_of

    files = given.as_files()
    if files is None:
        shards = given.unreferenced() if given.lacks_references else given.shards()
        texts = texts_of(*join_shards(list(shards)))
    else:
        texts = _texts_in_files(files)
    languages = given.files.languages
    return replace(texts, languages=parse_languages(languages)) if languages else texts


def _texts_in_files(files: FileOptions) -> CampaignTexts:
    from assay.data import join_shards
    from assay.io import lacks_references, open_set, read_bilingual
    from assay.io.studies.recognition import read_study
    from assay.studies.campaigns.texts import texts_of, texts_without_reference

    study = read_study(files)
    if study is not None:
        return replace(texts_without_reference(study[0]), reference=tuple(study[1]))
    if lacks_references(files):
        return texts_without_reference(read_bilingual(files, files.codes))
    return texts_of(*join_shards(list(open_set(files))))


def _lab(texts: CampaignTexts, protocol: Protocol, lab: LabOptions) -> tuple[CampaignTexts, Protocol]:
    """Add what a study of post-editing asks for: a control arm, a blind log, references, a brief."""
    from assay.studies.campaigns.editing.material import adapted, check_material, with_scratch

    if lab.with_reference:
        check_material(texts)
    changed = adapted(protocol, blind=lab.blind, with_reference=lab.with_reference, brief=_told(lab.brief))
    return with_scratch(texts, changed) if lab.scratch else texts, changed


def _told(path: str | None) -> str:
    """Return the text of a file that annotators are shown."""
    from assay.io import read_texts

    return "" if path is None else "\n".join(read_texts(path)).strip()


def invited(people: PeopleOptions) -> list[str]:
    """Return the names of those who take part from the start."""
    return people_named(people.annotators or (() if people.open_link else ("3",)))


def people_named(given: Sequence[str]) -> list[str]:
    """Return the names in a list, or so many names as a number says."""
    names = split_names(given)
    if len(names) == 1 and names[0].isdecimal():
        return [f"annotator-{number}" for number in range(1, int(names[0]) + 1)]
    return names


def described(campaign: Campaign) -> list[Block]:
    """Say what a campaign is, what was read for it, and what it can show."""
    from assay.studies.campaigns import design_power
    from assay.studies.campaigns.design.recognised import recognised_controls

    plan, texts = campaign.plan, campaign.texts
    recognised = recognised_controls(plan, campaign.protocol)
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
