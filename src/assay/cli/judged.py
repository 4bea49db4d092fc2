"""Judgements of a database of campaigns, where a command line names one in place of a file."""

from __future__ import annotations

from typing import TypeVar

from assay.errors import OptionError
from assay.io import JudgementOptions
from assay.server import is_database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import EvalSet, Outputs

Asked = TypeVar("Asked", bound=JudgementOptions)


def from_campaign(options: Asked, run: str | None = None) -> Asked:
    """Return options whose judgements are read, where they name a database; a run file cannot be of one."""
    if not is_database(options.judgements):
        return options
    _refuse_run(run)
    from assay.server import from_database

    return from_database(options)


def set_from_campaign(options: Asked, run: str | None = None) -> tuple[Asked, EvalSet, Outputs]:
    """Return the same with the texts that were judged, of options that name a database."""
    _refuse_run(run)
    from assay.server import set_from_database

    return set_from_database(options)


def _refuse_run(run: str | None) -> None:
    if run is not None:
        raise OptionError(
            f"--run {run}: a database goes on changing, and a run must be repeatable; export the judgements first, as "
            "in assay campaign export NAME --to tidy -o ratings.tsv"
        )
