"""What prepares or probes material, for Python: the commands under `assay tools`, and their kin."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.questions import Given, Listed, MeteorTrainResult, OracleResult, Written
from assay.questions.specifications import Metrics
from assay.questions.tools.lm import LmQuestion
from assay.questions.tools.meteor_train import MeteorTrainQuestion
from assay.questions.tools.nist_table import NistTableQuestion
from assay.questions.tools.oracle import OracleQuestion
from assay.questions.tools.paraphrases import ParaphrasesQuestion
from assay.questions.tools.plugins import PluginsQuestion
from assay.questions.tools.resources import ResourcesQuestion

Path = str | os.PathLike[str]


@takes(OracleQuestion)
def oracle(
    nbest: Path, references: Path | list[Path], metrics: Metrics | None = None, **options: Any
) -> OracleResult:
    """Say what the best choice from a file of n-best lists would score under every metric.

    A line of the file is NUMBER ||| TEXT ||| …, the outputs of a segment together, the best first; `references` are one
    file, or several.
    """
    listed = references if isinstance(references, list | tuple) else [references]
    named = {"nbest": nbest, "reference": [os.fspath(path) for path in listed]}
    question = read_keywords(OracleQuestion, options | named, ("nbest", "references", "metrics"))
    scored: OracleResult = answered("oracle", question, Given(metrics=metrics))
    return scored


@takes(LmQuestion)
def lm(texts: Path | Sequence[Path], **options: Any) -> Written:
    """Train a language model of n-grams on files of plain text, one sentence a line; `save` writes it as ARPA.

    It is trained when it is saved, in parts, within the `memory` that is given.
    """
    question = read_keywords(LmQuestion, {**options, "texts": _listed(texts)}, ("texts",))
    model: Written = answered("lm", question, Given())
    return model


@takes(NistTableQuestion)
def nist_table(references: Path | Sequence[Path], **options: Any) -> Written:
    """Count the n-grams of all files of references of a set; `save` writes what NIST learns from them.

    Shards of the set are then scored alone by `nist:table=FILE`, with the digits of the whole.
    """
    question = read_keywords(
        NistTableQuestion, {**options, "references": _listed(references)}, ("references",)
    )
    table: Written = answered("nist-table", question, Given())
    return table


@takes(MeteorTrainQuestion)
def meteor_train(
    hypotheses: Any = None, references: Any = None, *, sources: Any = None, **options: Any
) -> MeteorTrainResult:
    """Find the parameters of METEOR that agree best with human scores or rankings of hypotheses.

    `scores` are files with a number a line, one for each system in their order; or `rankings` is a file whose lines are
    SEGMENT BETTER WORSE.
    """
    # `metric` is METEOR with its options, and nothing else is called `metrics` here.
    question = read_keywords(MeteorTrainQuestion, options, ("hypotheses", "references", "sources"))
    given = Given(hypotheses, references, sources, files=question.files)
    trained: MeteorTrainResult = answered("meteor-train", question, given)
    return trained


@takes(ParaphrasesQuestion)
def paraphrases(source: Path | None = None, target: Path | None = None, **options: Any) -> Written:
    """Extract paraphrases of the second language of a bitext, or from a `phrase_table`; `save` writes them."""
    texts = [path for path in (source, target) if path is not None]
    question = read_keywords(ParaphrasesQuestion, {**options, "texts": texts}, ("source", "target"))
    extracted: Written = answered("paraphrases", question, Given())
    return extracted


@takes(PluginsQuestion)
def manage_plugins(action: str = "list", name: str | None = None, **options: Any) -> Listed:
    """List, add, show, test or remove plug-ins: metrics that are programs of their own, or LLM judges."""
    named = {"action": action, "name": name}
    question = read_keywords(PluginsQuestion, options | named, ("action", "name"))
    done: Listed = answered("plugins", question, Given())
    return done


@takes(ResourcesQuestion)
def manage_resources(action: str = "list", names: str | Sequence[str] = (), **options: Any) -> Listed:
    """List, install, add or check what metrics draw on: word lists, tables, models; `source` is what is added."""
    named = {"action": action, "names": names}
    question = read_keywords(ResourcesQuestion, options | named, ("action", "names"))
    done: Listed = answered("resources", question, Given())
    return done


def _listed(paths: Path | Sequence[Path]) -> list[Path]:
    return [paths] if isinstance(paths, str | os.PathLike) else list(paths)
