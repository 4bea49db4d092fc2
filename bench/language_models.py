"""Training of language models next to KenLM's lmplz: processor time and peak memory, one core, the same text.

lmplz is built from KenLM's sources (`cmake`, `make lmplz`): ASSAY_LMPLZ names the program. Both write to the same disk.
ASSAY_LMPLZ_LINES says how many lines, a million by default.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sections import Section, say, seconds
from texts import generated

LMPLZ, LINES = "ASSAY_LMPLZ", "ASSAY_LMPLZ_LINES"
TARGET, ORDER, LITTLE = 1.0, 5, "500M"


@dataclass(frozen=True)
class Usage:
    """What a program took."""

    seconds: float
    bytes: int


def language_models() -> Section:
    """Train with lmplz, in memory, and with little memory; compare our two files."""
    section = Section(
        f"language models of order {ORDER}, 1 core: processor time and peak memory",
        ("what", "lmplz", "ours", "ratio", "memory of lmplz", "ours", "target", "reached"),
    )
    program = os.environ.get(LMPLZ)
    if program is None or shutil.which("taskset") is None:
        section.notes.append(f"not timed: set {LMPLZ} to lmplz of KenLM, on Linux")
        return section
    with tempfile.TemporaryDirectory() as name:
        folder, lines = Path(name), int(os.environ.get(LINES, "1000000"))
        say(f"language models, {lines} lines")
        (folder / "text").write_text("\n".join(generated(lines, 1).references) + "\n", encoding="utf-8")
        peer = _run(
            [program, "-o", str(ORDER), "--discount_fallback", "-S", "4G", "-T", name], folder, "peer.arpa"
        )
        for words, more in (("in memory", ()), (f"--memory {LITTLE}", ("--memory", LITTLE))):
            ours = _run(
                [sys.executable, "-m", "assay", "lm", "-", "--order", str(ORDER), *more], folder, words
            )
            _add(section, words, peer, ours)
        section.correct = _same(folder / "in memory", folder / f"--memory {LITTLE}")
        section.notes.append(f"{lines} lines; our two files are {'' if section.correct else 'NOT '}the same")
    return section


def _add(section: Section, words: str, peer: Usage, ours: Usage) -> None:
    ratio, bound = peer.seconds / ours.seconds, words == "in memory"
    section.add(
        (
            words,
            seconds(peer.seconds),
            seconds(ours.seconds),
            f"{ratio:.2f} x",
            *(f"{usage.bytes / 1e6:.0f} MB" for usage in (peer, ours)),
            f"{TARGET:.0f} x" if bound else "memory",
        ),
        reached=ratio >= TARGET if bound else ours.bytes <= int(LITTLE.removesuffix("M")) * 2**20,
        seconds={"peer": peer.seconds, "ours": ours.seconds},
        bytes={"peer": peer.bytes, "ours": ours.bytes},
        ratio=ratio,
        target=TARGET,
    )


def _run(command: Sequence[str], folder: Path, name: str) -> Usage:
    """Run a program on one core, from the text to a file."""
    with (folder / "text").open("rb") as text, (folder / name).open("wb") as out:
        program = subprocess.Popen(
            ["taskset", "-c", "0", *command], stdin=text, stdout=out, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(program.pid, 0)
    if status:
        raise RuntimeError(f"{command[0]} failed: {status}")
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def _same(first: Path, second: Path) -> bool:
    size = 1 << 22
    with first.open("rb") as one, second.open("rb") as other:
        while part := one.read(size):
            if part != other.read(size):
                return False
        return not other.read(1)
