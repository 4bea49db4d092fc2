"""What studies add to the workbench: the commands `campaign` and `serve`, databases in place of files."""

from __future__ import annotations

from assay.extensions import PEOPLE, Command, Extension, JudgementSource, Question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import EvalSet, Outputs
    from assay.io import JudgementOptions, Named, Source


def _recognises(name: Named) -> bool:
    from assay.studies.options import is_database

    return is_database(name)


def _printed(name: str) -> str:
    from assay.studies.options import without_password

    return without_password(name)


def _judgements(options: JudgementOptions) -> Source:
    from assay.studies.judgements import from_database

    return from_database(options)


def _with_texts(options: JudgementOptions) -> tuple[Source, EvalSet, Outputs]:
    from assay.studies.judgements import set_from_database

    return set_from_database(options)


EXTENSION = Extension(
    commands={
        "campaign": Command(
            "assay.studies.commands.campaign",
            "make human evaluation campaigns from files; look at them, export them, close them",
            PEOPLE,
            configured=False,
            repeatable=False,
        ),
        "serve": Command(
            "assay.studies.commands.serve",
            "serve human evaluation campaigns to browsers",
            PEOPLE,
            configured=False,
            repeatable=False,
        ),
    },
    questions={
        "campaign": Question("assay.studies.questions.campaign", "CampaignQuestion", "manage_campaigns"),
    },
    functions={"assay.studies.functions": "manage_campaigns"},
    sources=(
        JudgementSource(
            recognises=_recognises,
            judgements=_judgements,
            with_texts=_with_texts,
            printed=_printed,
            unrepeatable=(
                "is a database, which goes on changing, and a run must be repeatable; export the judgements first, "
                "as in assay campaign export NAME --to tidy -o ratings.tsv"
            ),
        ),
    ),
)
