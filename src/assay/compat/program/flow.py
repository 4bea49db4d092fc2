"""The flow of sacreBLEU's program: options to the text that it prints, and its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.compat.program import texts
from assay.compat.program.options import SacrebleuOptions
from assay.compat.program.output import Paint, several_text, single_text
from assay.compat.program.texts import Column, PublishedText
from assay.compat.sacrebleu.metrics import METRICS
from assay.compat.sacrebleu.metrics.base import Metric
from assay.compat.sacrebleu.significance import PairedTest
from assay.compat.sacrebleu.storage import sacrebleu_directory
from assay.compat.sacrebleu.version import __version__
from assay.errors import InputError
from assay.io.testsets.published import published_pairs, published_sets, read_published
from assay.version import installed_version

Metrics = dict[str, Metric[Any]]


@dataclass(frozen=True)
class Printed:
    """What goes to standard output; a complaint, if there is one, goes to standard error."""

    text: str = ""
    complaint: str = ""
    code: int = 0


def run_sacrebleu(options: SacrebleuOptions, *, coloured: bool) -> Printed:
    """Do what sacreBLEU's program does with these options."""
    sets = options.sets
    try:
        if sets.version:
            return Printed(f"sacrebleu {__version__} (assay {installed_version()})\n")
        if sets.download or sets.citation:
            raise InputError("test sets are neither fetched nor cited here; ask sacreBLEU itself")
        if sets.list:
            return Printed(_lines(_listed(options)))
        texts.check_choice(options)
        if sets.echo is not None:
            return Printed(_lines(_echoed(options)))
        return Printed(_lines(_scored(options, Paint(coloured and not options.printing.no_color))))
    except texts.FieldError as error:
        return Printed(complaint=str(error), code=texts.WRONG_FIELDS)


def _lines(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _listed(options: SacrebleuOptions) -> list[str]:
    """List the fields of a test set, or the test sets that there are."""
    root, name, pair = sacrebleu_directory(), options.sets.test_set, options.sets.langpair
    if name is not None:
        pairs = [pair] if pair else published_pairs(name, root)
        return [f"{each}: {', '.join(read_published(name, each, root))}" for each in pairs]
    pairs_of = {each: published_pairs(each, root) for each in published_sets(root)}
    if pair is None:
        heading = "The available test sets are:"
    else:
        heading, both = (
            f"The available test sets for {pair} are:",
            {pair, "-".join(reversed(pair.split("-")))},
        )
        pairs_of = {each: pairs for each, pairs in pairs_of.items() if both & {*pairs}}
    return [heading, *(f"{each:<30}: {', '.join(pairs)}" for each, pairs in pairs_of.items())]


def _echoed(options: SacrebleuOptions) -> list[str]:
    """Write out fields of a test set, with tabs between."""
    published = texts.read_sets(options.sets)
    asked = list(options.sets.echo or ())
    known = list(published.fields)
    if asked == ["all"]:
        asked = known
    references = [name for name in known if name.startswith("ref")]
    asked = [min(references) if name == "ref" and name not in known else name for name in asked]
    unknown = [name for name in asked if name not in known]
    if unknown:
        raise InputError(f"there is no field {unknown[0]} of this test set; there are {', '.join(known)}")
    keep = published.kept(options.sets.origlang, options.sets.subset)
    rows = zip(*(_kept(published.fields[name], keep) for name in asked), strict=True)
    return ["\t".join(text.rstrip() for text in row) for row in rows]


def _scored(options: SacrebleuOptions, paint: Paint) -> list[str]:
    """Score outputs: sentence by sentence, of one system, or of several."""
    published = texts.read_sets(options.sets) if options.sets.test_set else PublishedText()
    references = published.references or texts.read_references(options.texts)
    systems = texts.read_systems(options.texts, paired=options.tests.paired)
    _check_mode(options, len(systems.names))
    outputs, streams = systems.outputs, references
    if (options.sets.origlang, options.sets.subset) != (None, None):
        texts.check_lengths(outputs, references)
        keep = published.kept(options.sets.origlang, options.sets.subset)
        outputs, streams = ([_kept(column, keep) for column in columns] for columns in (outputs, references))
    texts.check_lengths(outputs, streams)
    metrics = _metrics(options, streams)
    if options.sentence_level:
        return _sentences(options, metrics, outputs[0], streams)
    if len(outputs) == 1:
        results = [single_text(_corpus(options, metrics, outputs[0]), options.printing.form, paint)]
        if options.printing.detail:
            results += _details(options, metrics, [systems.outputs[0], *references], published, paint)
        return results
    return [_compared(options, metrics, list(zip(systems.names, outputs, strict=True)), paint)]


def _check_mode(options: SacrebleuOptions, systems: int) -> None:
    tests = options.tests
    if options.sentence_level:
        if len(options.metrics) > 1 or systems > 1:
            raise InputError("--sentence-level takes one metric and one system; leave out the others")
        if tests.confidence or tests.paired:
            raise InputError("--sentence-level knows no intervals and no tests; leave them out")
    if tests.paired and systems == 1:
        raise InputError("paired tests compare systems; give several to --input")
    if tests.confidence and systems > 1:
        raise InputError("--confidence is for one system; use --paired-bs or --paired-ar for several")


def _metrics(options: SacrebleuOptions, references: Sequence[Column]) -> Metrics:
    """Make the metrics that were asked for, by name, with the references in them."""
    pair = options.sets.langpair
    bleu = dict(vars(options.bleu), trg_lang=pair.split("-")[-1] if pair else "")
    bleu["effective_order"] = options.sentence_level
    given = {
        "bleu": bleu,
        "chrf": _unprefixed(options.chrf, "chrf_"),
        "ter": _unprefixed(options.ter, "ter_"),
    }
    return {
        name.upper(): METRICS[name.upper()](**given[name], references=references) for name in options.metrics
    }


def _unprefixed(options: object, prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): value for name, value in vars(options).items()}


def _sentences(
    options: SacrebleuOptions, metrics: Metrics, output: Column, references: Sequence[Column]
) -> list[str]:
    [metric] = metrics.values()
    printing = options.printing
    lines = []
    for hypothesis, *texts_of in zip(output, *references, strict=True):
        score = metric.sentence_score(hypothesis, texts_of)
        signature = metric.get_signature().format(printing.short)
        lines.append(score.format(printing.width, printing.score_only, signature))
    return lines


def _corpus(options: SacrebleuOptions, metrics: Metrics, output: Column) -> list[str]:
    printing, tests = options.printing, options.tests
    is_json = printing.form == "json"
    results = []
    for _, metric in sorted(metrics.items()):
        draws = tests.confidence_n if tests.confidence else 1
        score = metric.corpus_score(output, None, n_bootstrap=draws)
        signature = metric.get_signature().format(printing.short and not is_json)
        results.append(score.format(printing.width, printing.score_only, signature, is_json))
    return results


def _compared(
    options: SacrebleuOptions, metrics: Metrics, systems: list[tuple[str, Column]], paint: Paint
) -> str:
    tests, printing = options.tests, options.printing
    if tests.paired:
        kind, draws = ("bs", tests.paired_bs_n) if tests.paired_bs else ("ar", tests.paired_ar_n)
        signatures, scores = PairedTest(systems, metrics, None, kind, draws)()
        signed = {name: signature.format(printing.short) for name, signature in signatures.items()}
        return several_text(scores, signed, printing, tests, paint)
    scores, signed = {"System": [name for name, _ in systems]}, {}
    for _, output in systems:
        for _, metric in sorted(metrics.items()):
            score = metric.corpus_score(output, None)
            signed[score.name] = metric.get_signature().format(printing.short)
            scores.setdefault(score.name, []).append(score.format(printing.width, score_only=True))
    return several_text(scores, signed, printing, tests, paint)


def _details(
    options: SacrebleuOptions,
    metrics: Metrics,
    columns: Sequence[Column],
    published: PublishedText,
    paint: Paint,
) -> list[str]:
    """Return scores by original language and, where the set says them, by domain."""
    given, fields = options.sets, published.fields
    languages = [given.origlang] if given.origlang else sorted({*fields.get("origlang", ())})
    if not languages:
        return ["No subset information found. Consider using --origlang argument."]
    domains = [given.subset] if given.subset else sorted({*fields.get("domain", ())})
    scored = []
    for language in languages:
        for domain in (None, *domains):
            output, *references = (_kept(column, published.kept(language, domain)) for column in columns)
            if output:
                key = f"origlang={language} {_domain(domain)}"
                scored += [
                    (key, len(output), metric.corpus_score(output, references)) for metric in metrics.values()
                ]
    left, name = max(len(key) for key, _, _ in scored) + 1, max(len(score.name) for _, _, score in scored)
    return [
        f"{paint(f'{key:<{left}}', 'yellow')}: sentences={size:<6} {score.name:<{name}} = "
        f"{score.score:.{options.printing.width}f}"
        for key, size, score in scored
    ]


def _domain(subset: str | None) -> str:
    if subset is not None and subset.startswith("country:"):
        return f"country={subset.removeprefix('country:')}"
    return f"domain={subset or 'ALL'}"


def _kept(column: Column, keep: Sequence[bool]) -> Column:
    return [text for text, kept in zip(column, keep, strict=True) if kept]
