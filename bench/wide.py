"""The wide report as whole commands: `assay report` next to compare-mt, start and reading of files included.

Both get five scores, words by training frequency and by tag, source words, buckets of sentences, n-grams, and
1,000 draws, and write HTML. compare-mt resamples BLEU alone, on half samples; ours tests every metric, and has its
other analyses and the browser of segments besides. Tags and alignments are there with the shared data; generated
text has none, and then neither side looks at them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from sections import Section, say, seconds
from texts import SHARED, generated_systems
from timing import by_turns, call, program

TED, SEGMENTS = SHARED / "ted-sk-en", 2_445
DRAWS, TARGET, REPEATS = "1000", 10, 3
TAGS = "CC+DT+IN+JJ+NN+NNP+NNS+PRP+RB+TO+VB+VBP+VBZ"
OTHER_SCORES = ("chrf", "length", "wer", "ribes")
METRICS = ("bleu", "chrf", "wer", "ribes")


def wide() -> Section:
    """Time the two commands by turns."""
    section = Section(
        f"Wide report, whole commands: 2 systems, {DRAWS} draws, HTML (median of {REPEATS})",
        ("text", "compare-mt", "assay report", "ratio", "target", "reached"),
    )
    with tempfile.TemporaryDirectory() as folder:
        name, files, theirs, ours = _ted() if TED.is_dir() else _generated(Path(folder))
        say("assay report against compare-mt")
        peer, own = by_turns((_theirs(files, theirs, folder), _ours(files, ours, folder)), REPEATS)
    ratio = peer.median / own.median
    section.add(
        (name, *map(seconds, (peer.median, own.median)), f"{ratio:.1f} x", f"{TARGET} x"),
        reached=ratio >= TARGET,
        text=name,
        seconds={"peer": peer.seconds, "ours": own.seconds},
        ratio=ratio,
        target=TARGET,
    )
    return section


Job = tuple[
    str, list[str], list[str], list[str]
]  # the text's name, its files, and what each side is told besides


def _ted() -> Job:
    reference, *systems = files = [
        str(TED / name) for name in ("ted.ref.eng", "ted.sys1.eng", "ted.sys2.eng")
    ]
    source, counts, links = (
        str(TED / name) for name in ("ted.orig.slk", "ted.train.counts", "ted.ref.align")
    )
    tags = ";".join(f"{path}.tag" for path in systems)
    theirs = ["--src_file", source, "--compare_word_accuracies", f"bucket_type=freq,freq_count_file={counts}"]
    theirs += [f"bucket_type=label,ref_labels={reference}.tag,out_labels={tags},label_set={TAGS}"]
    theirs += ["--compare_src_word_accuracies", f"ref_align_file={links}"]
    ours = ["-s", source, "--counts", counts, "--links", f"ted.ref.eng={links}", "--tok", "none"]
    ours += [word for path in files for word in ("--labels", f"{Path(path).name}={path}.tag")]
    return "TED talks, Slovak to English", files, theirs, ours


def _generated(folder: Path) -> Job:
    systems = generated_systems(SEGMENTS)
    return systems.name, systems.write(folder)[:3], [], ["--tok", "none"]


def _theirs(files: list[str], words: list[str], folder: str) -> Callable[[], None]:
    scores = [f"score_type=bleu,bootstrap={DRAWS}", *(f"score_type={score}" for score in OTHER_SCORES)]
    out = str(Path(folder, "compare-mt"))
    return call(
        program("compare-mt"),
        "--output_directory",
        out,
        *files,
        "--compare_scores",
        *scores,
        *words,
        "--seed",
        "1",
    )


def _ours(files: list[str], words: list[str], folder: str) -> Callable[[], None]:
    reference, *systems = files
    metrics = [word for metric in METRICS for word in ("-m", metric)]
    out = str(Path(folder, "report.html"))
    return call(
        program("assay"),
        "report",
        "-r",
        reference,
        *systems,
        *metrics,
        *words,
        "--draws",
        DRAWS,
        "-q",
        "-o",
        out,
    )
