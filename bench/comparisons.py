"""How fast we are next to others: calls on lists of strings, Moses' scorer, and the whole command."""

from __future__ import annotations

import tempfile
import time
from functools import partial
from math import isclose
from pathlib import Path

from cases import CASES, METRICS, Case, Figure, assay_score
from sections import Section, say, seconds
from texts import Text, hard_text, main_text
from timing import by_turns, call, program

TER_OF_MOSES = Figure("ter", "Moses' C++ scorer", seconds=1.1, target=4)
LEBLEU_SCRIPT = Figure("lebleu", "the authors' script (Python 2.7)", seconds=13.5, target=50)
# 357 µs of processor time a segment once started, retyped from its source and run under Scala 2.11 and Java 17 on the
# same text. Two thirds of our own time go to the n-grams of characters, as in chrF.
BEER_PROGRAM = Figure("beer", "BEER 2.0 (Scala)", seconds=1.07, target=50)
# 2.2 ms of processor time a segment on the same text: its two loops, retyped from its source, g++ -O3; its score
# is ours on the first 1,000 segments, and not a number on all of them.
YISI_PROGRAM = Figure("yisi", "YiSi (C++)", seconds=6.6, target=50)
COMMAND_TARGET = 15
BUSY_RUNS = 10  # of each side, where other programs disturb them
HEADINGS = (
    *("case", "peer", "segments", "runs", "theirs", "ours, 1 thread", "ours, all cores"),
    *("ratio, 1 thread", "ratio, all cores", "target", "reached"),
)


def ratios() -> Section:
    """Compare with other tools on lists of strings; the two sides by turns, on the same lists."""
    main, hard = main_text(), hard_text()
    section = Section("Lists of str in, score out (median; ratio = their time / ours)", HEADINGS)
    section.notes += [f"text: {main.describe()}", f"harder: a sample of {hard.describe()}"]
    for case in CASES:
        text = hard if case.hard else main
        _compare(section, case, text.sample(case.sample) if case.sample else text)
    return section


def processor() -> Section:
    """Compare the same in processor time, the least of all runs: what a busy machine can still tell."""
    main, hard = main_text(), hard_text()
    heads = ("case", "peer", "theirs", "ours, 1 thread", "ratio", "target", "reached")
    section = Section("Lists of str in, score out: processor time, the least of ten runs or of three", heads)
    for case in CASES:
        say(f"{case.name} against {case.peer_name}")
        text = hard if case.hard else main
        text = text.sample(case.sample) if case.sample else text
        calls = (partial(case.peer, text), partial(case.ours, text, 1))
        repeats = case.repeats if case.repeats < BUSY_RUNS // 2 else BUSY_RUNS
        peer, own = by_turns(calls, repeats, time.process_time)
        ratio = peer.least / own.least
        section.add(
            (
                case.name,
                case.peer_name,
                *map(seconds, (peer.least, own.least)),
                f"{ratio:.1f} x",
                f"{case.target:g} x",
            ),
            reached=ratio >= case.target,
            case=case.name,
            peer=case.peer_name,
            ratio=ratio,
        )
    return section


def _compare(section: Section, case: Case, text: Text) -> None:
    say(f"{case.name} against {case.peer_name}, {len(text)} segments")
    calls = (partial(case.peer, text), partial(case.ours, text, 1), partial(case.ours, text, 0))
    peer, one, every = by_turns(calls, case.repeats)
    ratio, ratio_all = peer.median / one.median, peer.median / every.median
    times = map(seconds, (peer.median, one.median, every.median))
    factors = (f"{factor:.{0 if factor >= 10 else 1}f} x" for factor in (ratio, ratio_all, case.target))
    section.add(
        (case.name, case.peer_name, str(len(text)), str(case.repeats), *times, *factors),
        reached=ratio >= case.target,
        case=case.name,
        peer=case.peer_name,
        segments=len(text),
        seconds={"peer": peer.seconds, "one_thread": one.seconds, "all_cores": every.seconds},
        ratio=ratio,
        ratio_all_cores=ratio_all,
        target=case.target,
    )
    if not all(isclose(peer.value, ours.value, rel_tol=case.agree) for ours in (one, every)):
        section.correct = False
        section.notes.append(f"WRONG: {case.name} is {one.value} here, {peer.value} with {case.peer_name}")


def moses() -> Section:
    """Time TER in full against the figure of Moses' C++ scorer."""
    return _against_figure(TER_OF_MOSES, (main_text(), hard_text()))


def lebleu() -> Section:
    """Time LeBLEU against the figure of the authors' script, which needs Python 2.7 and is not run here."""
    return _against_figure(LEBLEU_SCRIPT, (main_text(),))


def beer() -> Section:
    """Time BEER against the figure of the authors' program, which needs Scala and is not run here."""
    return _against_figure(BEER_PROGRAM, (main_text(),))


def yisi() -> Section:
    """Time YiSi-0 against the figure of the author's program, which comes as source and is not run here."""
    return _against_figure(YISI_PROGRAM, (main_text(),))


def _against_figure(figure: Figure, texts: tuple[Text, ...]) -> Section:
    """Compare with a time that was measured elsewhere, both brought to the same number of segments."""
    limit = figure.seconds / figure.target
    section = Section(
        f"{figure.metric} brought to {figure.segments} segments, five runs; {figure.peer} takes {figure.seconds} s",
        ("text", "1 thread, processor", "all cores, clock", f"target ({figure.target} x)", "reached"),
    )
    ours = assay_score(figure.metric)
    for text in texts:
        say(f"{figure.metric}, {text.name}")
        runs = by_turns([partial(ours, text, 1)], 5, time.process_time) + by_turns(
            [partial(ours, text, 0)], 5
        )
        one, every = (run.median * figure.segments / len(text) for run in runs)
        section.add(
            (text.name, seconds(one), seconds(every), seconds(limit)),
            reached=one <= limit,
            text=text.name,
            one_thread=one,
            all_cores=every,
            target=limit,
        )
    return section


def commands() -> Section:
    """Time the whole command, start included: three metrics, one system."""
    text = main_text()
    section = Section(
        f"Whole command: {', '.join(METRICS)}, one system, {len(text)} segments (median of three)",
        ("", "sacrebleu", "assay score", "ratio", "target", "reached"),
    )
    with tempfile.TemporaryDirectory() as folder:
        hyp, ref = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        text.write(hyp, ref)
        theirs = call(program("sacrebleu"), str(ref), "-i", str(hyp), "-m", *METRICS)
        metrics = [word for metric in METRICS for word in ("-m", metric)]
        ours = call(program("assay"), "score", "-r", str(ref), str(hyp), *metrics)
        say("assay score against sacrebleu")
        peer, own = by_turns((theirs, ours), 3)
    ratio = peer.median / own.median
    section.add(
        ("command", *map(seconds, (peer.median, own.median)), f"{ratio:.0f} x", f"{COMMAND_TARGET} x"),
        reached=ratio >= COMMAND_TARGET,
        seconds={"peer": peer.seconds, "ours": own.seconds},
        ratio=ratio,
        target=COMMAND_TARGET,
    )
    return section
