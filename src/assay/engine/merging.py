"""Parts back to scores: the digits of `assay score`, whatever the cut, the order and the machines.

Nothing is guessed. Shards that are missing, doubled, or scored otherwise than the rest are named and refused.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.data import Part
from assay.engine.grid_work import PART_BLOCKS
from assay.engine.options import MergeOptions
from assay.errors import AssayError, InputError, OptionError, counted
from assay.io import listed, read_lines, shown
from assay.io.drafts import tidy_drafts
from assay.io.large.parts import part_files, part_name, read_part, write_part
from assay.metrics import Evaluation, Metric, MetricOptions, Stats, parse_metric, spec_of
from assay.version import installed_version

NAMED = 6
DIFFERENT = {True: "were scored against different references", False: "are of different sources or lengths"}


@dataclass(frozen=True)
class Merged:
    """The parts of a set added up: one a system."""

    parts: Mapping[str, Part]

    @property
    def shards(self) -> int:
        """How many shards each system has."""
        return len(next(iter(self.parts.values())).shards)

    def evaluation(self, asked: MetricOptions | None = None) -> Evaluation:
        """Return the statistics of every system, a row a block; of the metrics asked for, or of all."""
        first = next(iter(self.parts.values()))
        metrics = [parse_metric(text) for text in first.signatures]
        chosen = _chosen(metrics, asked)
        filled = np.flatnonzero(first.counts)
        stats = {
            (metric, system): _stats(metric, part, metrics.index(metric), filled)
            for metric in chosen
            for system, part in self.parts.items()
        }
        return Evaluation(
            tuple(self.parts), tuple(chosen), stats, None, first.references, first.segments, unit="block"
        )


def _stats(metric: Metric, part: Part, place: int, filled: np.typing.NDArray[np.int64]) -> Stats:
    sums = part.sums[place]
    if sums.shape[1] != len(metric.columns):
        raise InputError(f"{part.system}, {metric.label}: {sums.shape[1]} sums; map the shards again")
    return Stats(metric, sums.rounded()[filled], known=sums.all_groups().rounded()[0])


def _chosen(metrics: Sequence[Metric], asked: MetricOptions | None) -> list[Metric]:
    if asked is None or not asked.metric:
        return list(metrics)
    chosen = asked.parse()
    for metric in chosen:
        if metric not in metrics:
            raise OptionError(
                f"-m {spec_of(metric)}: the parts have {', '.join(map(spec_of, metrics))}; map the shards with it"
            )
    return chosen


def merge_parts(options: MergeOptions) -> Merged:
    """Add up the parts of all shards, system by system."""
    paths = [path for folder in options.folders for path in part_files(folder)]
    if not paths:
        raise InputError(f"{', '.join(map(shown, options.folders))}: no part here; assay map writes them")
    expected = None if options.expect is None else tuple(name for name in read_lines(options.expect) if name)
    totals: dict[str, Part] = {}
    first: tuple[str, Part] | None = None
    for path in paths:
        part = read_part(path)
        first = first or (path, part)
        _check_form(first, (path, part))
        _check_widths(first, (path, part))
        totals[part.system] = totals[part.system] + part if part.system in totals else part
    _refuse_directions(totals, options.folders)
    for part in totals.values():
        _refuse_doubled(part, expected or ())
    _refuse_missing(totals, expected)
    _refuse_other_texts(totals)
    merged = Merged({system: _in_order(totals[system]) for system in sorted(totals)})
    if options.into is not None:
        _write(merged, options.into)
    return merged


def _refuse_directions(totals: Mapping[str, Part], folders: Sequence[str]) -> None:
    """Refuse the cells of a grid: their directions are no shards of one set, and may be of several languages."""
    names = sorted({shard.name for part in totals.values() for shard in part.shards})
    if len(names) > 1 and any(part.blocks_by in PART_BLOCKS.values() for part in totals.values()):
        raise InputError(
            f"{', '.join(map(shown, folders))}: cells of a grid, of the directions {listed(names)}, which are no "
            f"shards of one set; ask for the grid again, assay score --grid … --parts {shown(folders[0])}"
        )


def _in_order(part: Part) -> Part:
    return replace(part, shards=tuple(sorted(part.shards, key=lambda shard: shard.name)))


def _write(merged: Merged, folder: str) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise AssayError(f"{folder}: the folder cannot be made: {error.strerror}") from None
    tidy_drafts(folder)
    for system, part in merged.parts.items():
        content = {
            f"{shard.name} {role}": digest for shard in part.shards for role, digest in shard.content.items()
        }
        write_part(os.path.join(folder, part_name(system, "merged", content, part.signatures)), part)


def _check_form(first: tuple[str, Part], other: tuple[str, Part]) -> None:
    """Refuse parts that were not made in the same way, or not by this version."""
    (path, part), (other_path, other_part) = first, other
    version = f"|v:{installed_version()}"
    old = next((text for text in other_part.signatures if version not in f"{text}|".replace("+", "|")), None)
    if old is not None:
        raise InputError(
            f"{other_path}: scored as {old}, and this is version {installed_version()}; map the shards again"
        )
    if part.form == other_part.form:
        return
    both = zip(part.signatures, other_part.signatures, strict=False)
    here, there = next(((a, b) for a, b in both if a != b), (_said(part), _said(other_part)))
    raise InputError(
        f"{other_path} was scored differently than {path}: {there}, not {here}; map all shards with the same "
        "metrics, or keep them in different folders"
    )


def _check_widths(first: tuple[str, Part], other: tuple[str, Part]) -> None:
    """Refuse a part whose sums cannot be those of its signatures."""
    (path, part), (other_path, other_part) = first, other
    if [sums.shape for sums in part.sums] != [sums.shape for sums in other_part.sums]:
        raise InputError(
            f"{other_path} has sums of other widths than {path}, under the same signatures: one of them is damaged; "
            "delete it and run assay map again"
        )


def _said(part: Part) -> str:
    tables = sorted({shard.content.get("table", "") for shard in part.shards} - {""})
    beside = f" with {', '.join(tables)}" if tables else ""
    return f"{counted(len(part.signatures), 'metric')} in blocks by {part.blocks_by}{beside}"


def _refuse_doubled(part: Part, expected: Sequence[str]) -> None:
    texts: dict[str, list[tuple[tuple[str, str], ...]]] = defaultdict(list)
    contents: dict[tuple[tuple[str, str], ...], str] = {}
    for shard in part.shards:
        content = tuple(sorted(shard.content.items()))
        texts[shard.name].append(content)
        other = contents.setdefault(content, shard.name)
        if other != shard.name and not {other, shard.name} <= set(expected):
            raise InputError(
                f"{part.system}: shards {other} and {shard.name} are the same text; leave one out, or name both in "
                "the manifest of --expect if that is right"
            )
    doubled = sorted(name for name, several in texts.items() if len(several) > 1)
    if doubled:
        same = all(len(set(texts[name])) == 1 for name in doubled)
        advice = "with different text; delete the parts that are out of date"
        raise InputError(
            f"{part.system}: {_listed(doubled)} {'is' if len(doubled) == 1 else 'are'} there more than once, "
            f"{'with the same text; name each folder once, and keep one part of each' if same else advice}"
        )


def _refuse_missing(totals: Mapping[str, Part], expected: Sequence[str] | None) -> None:
    there = {system: {shard.name for shard in part.shards} for system, part in totals.items()}
    wanted = set(expected) if expected is not None else set().union(*there.values())
    for system, names in there.items():
        missing, strange = sorted(wanted - names), sorted(names - wanted)
        if missing:
            raise InputError(
                f"{system}: {_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing; run assay map again, "
                "which computes only what is not there"
            )
        if strange:
            raise InputError(
                f"{system}: {_listed(strange)} {'is' if len(strange) == 1 else 'are'} not in the manifest; add it, "
                "or delete the part"
            )


def _refuse_other_texts(totals: Mapping[str, Part]) -> None:
    """Refuse systems that were not scored on the same segments in the same blocks."""
    (name, first), *others = totals.items()
    for system, part in others:
        same = np.array_equal(part.counts, first.counts) and np.array_equal(part.texts, first.texts)
        if not same:
            raise InputError(
                f"{system} and {name} {DIFFERENT[part.references[1] > 0]}; map both for the same segments"
            )


def _listed(names: Iterable[str]) -> str:
    named = list(names)
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    return f"{'shard' if len(named) == 1 else 'shards'} {', '.join(map(shown, named[:NAMED]))}{more}"
