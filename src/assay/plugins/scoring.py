"""Requests to answers: what is known comes from the cache, the rest from the plug-in, the longest first.

Every answer is kept before the next is heard. What is asked twice is answered once. A batch holds texts of about the
same length, since models fill up the shorter ones; that the longest come first shows at once if they do not fit. A
program goes on running until another is asked or the command ends, so that its model is not loaded for every shard.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from assay.errors import DependencyError
from assay.plugins.cache import AnswerCache
from assay.plugins.declaration import Declaration
from assay.plugins.judge.budget import Ledger
from assay.plugins.judge.call import JudgeCall
from assay.plugins.options import PluginOptions, parse_budget
from assay.plugins.programs import Program, ProgramCall, program_identity
from assay.plugins.requests import Request, Scored, read_answer
from assay.plugins.store import Plugin, plugins_folder

CACHE = "answers.sqlite"
# Seconds from one look at what other runs have done to the next
WAIT = 0.5
Bar = Callable[[str, int], AbstractContextManager[Callable[[int], object]]]
Answers = Iterator[tuple[int, Mapping[str, Any]]]


class KeptProgram:
    """The program that is running, if any: one at a time, so that no two models have to fit into memory."""

    def __init__(self) -> None:
        self._plugin: Plugin | None = None
        self._program: Program | None = None

    @contextmanager
    def lent(self, plugin: Plugin, threads: int) -> Iterator[Program]:
        """Lend the program of a plug-in; it is ended if what is done with it fails, or is not done to the end."""
        if self._program is None or self._plugin != plugin:
            self.end()
            self._plugin, self._program = plugin, _started(plugin, threads)
        try:
            yield self._program
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End the program."""
        program, self._plugin, self._program = self._program, None, None
        if program is not None:
            program.__exit__(None, None, None)


def _started(plugin: Plugin, threads: int) -> Program:
    """Start the program of a plug-in, and refuse one that is not what was added."""
    plugin.check_model()
    assert isinstance(plugin.call, ProgramCall)
    program = Program(plugin.name, plugin.call, threads)
    program.__enter__()
    try:
        _refuse_drift(plugin, program.greet())
    except BaseException:
        program.__exit__(None, None, None)
        raise
    return program


def _refuse_drift(plugin: Plugin, now: Declaration) -> None:
    assert isinstance(plugin.call, ProgramCall)
    changes = plugin.declaration.changes(now)
    if not changes and (named := program_identity(plugin.call, now)) != plugin.program:
        changes = [f"the program was {plugin.program}, is {named}"]
    if changes:
        raise DependencyError(
            f"plug-in {plugin.name} is not what was added: {'; '.join(changes)}; "
            f'add it again, so that signatures tell the two apart: "assay plugins add {plugin.name} …"'
        )


@contextmanager
def _no_bar(_name: str, _characters: int) -> Iterator[Callable[[int], object]]:
    yield lambda _: None


@dataclass(frozen=True)
class PluginUse:
    """How plug-ins are used for a while: the cache, the ledger of what is spent, and who hears of the progress."""

    cache: AnswerCache
    ledger: Ledger
    bar: Bar = (
        # Takes what is worked on and its characters, gives what to call with the characters done
        _no_bar
    )
    say: Callable[[str], object] = str  # is told what is going to be asked
    # Asked in vain, and to be asked next time
    failed: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    kept: KeptProgram = field(default_factory=KeptProgram)


_use: ContextVar[PluginUse | None] = ContextVar("use of plug-ins", default=None)


@contextmanager
def use_plugins(
    options: PluginOptions = PluginOptions(), bar: Bar = _no_bar, say: Callable[[str], object] = str
) -> Iterator[PluginUse]:
    """Let plug-ins keep to these options meanwhile; the file is opened when one of them is asked."""
    path = options.cache or str(plugins_folder() / CACHE)
    use = PluginUse(AnswerCache(path), Ledger(parse_budget(options.budget)), bar, say)
    token = _use.set(use)
    try:
        yield use
    finally:
        _use.reset(token)
        use.kept.end()
        use.cache.close()


def score_requests(plugin: Plugin, requests: Sequence[Request], threads: int = 0) -> list[Scored]:
    """Have every request answered, by the cache or by the plug-in."""
    use = _use.get()
    if use is not None:
        return _scored(plugin, requests, use, threads)
    with use_plugins() as usual:
        return _scored(plugin, requests, usual, threads)


def _scored(plugin: Plugin, requests: Sequence[Request], use: PluginUse, threads: int) -> list[Scored]:
    keys = [request.key(plugin.identity) for request in requests]
    known = {**use.failed, **use.cache.look_up(keys)}
    unknown = {key: request for key, request in zip(keys, requests, strict=True) if key not in known}
    if unknown:
        answers = _answered(plugin, unknown, use, threads)
        use.failed.update({key: answer for key, answer in answers.items() if "error" in answer})
        known |= answers
    return [_read(plugin, known[key], request) for key, request in zip(keys, requests, strict=True)]


def _read(plugin: Plugin, answer: Mapping[str, Any], request: Request) -> Scored:
    if isinstance(plugin.call, JudgeCall):
        from assay.plugins.judge.exchange import read_judgement  # only who has a judge waits for it

        return read_judgement(plugin.call.style, answer, request)
    return read_answer(answer, request, f"plug-in {plugin.name}", plugin.declaration.ends)


def _answered(
    plugin: Plugin, unknown: Mapping[str, Request], use: PluginUse, threads: int
) -> dict[str, Mapping[str, Any]]:
    """Ask for what no other run has under way, wait for what one has, and ask for what it leaves."""
    answers: dict[str, Mapping[str, Any]] = {}
    while left := {key: request for key, request in unknown.items() if key not in answers}:
        with use.cache.claimed(left) as own:
            answers |= use.cache.look_up(left)  # again, for another run may have ended in between
            asked = {key: left[key] for key in left if key in own and key not in answers}
            answers |= _ask(plugin, asked, use, threads) if asked else {}
        answers |= _awaited(plugin, [key for key in left if key not in answers], use)
    return answers


def _awaited(plugin: Plugin, keys: Sequence[str], use: PluginUse) -> dict[str, Mapping[str, Any]]:
    """Wait until no other run is asking for any of these keys, and return what is answered."""
    if keys:
        use.say(
            f"{plugin.name}: another run is asking for {len(keys)} of the segments; waiting for its answers"
        )
    while not use.cache.under_way().isdisjoint(keys):
        time.sleep(WAIT)
    return use.cache.look_up(keys)


def _ask(
    plugin: Plugin, unknown: Mapping[str, Request], use: PluginUse, threads: int
) -> dict[str, Mapping[str, Any]]:
    """Ask for what is not known, and keep what is answered."""
    order = sorted(unknown, key=lambda key: (-len(unknown[key]), key))
    asked, answers = [unknown[key] for key in order], {}
    with use.bar(plugin.name, sum(map(len, asked))) as done:
        for number, answer in _answers(plugin, asked, use, threads):
            _read(plugin, answer, asked[number])  # what cannot be read must not be kept
            if "error" not in answer:
                use.cache.keep(order[number], plugin.name, answer)
            answers[order[number]] = answer
            done(len(asked[number]))
    return answers


def _answers(plugin: Plugin, asked: Sequence[Request], use: PluginUse, threads: int) -> Answers:
    if isinstance(plugin.call, JudgeCall):
        from assay.plugins.judge.exchange import Judge

        yield from Judge(plugin.name, plugin.call, use.ledger).score(asked, use.say)
        return
    with use.kept.lent(plugin, threads) as program:
        for start in range(0, len(asked), plugin.declaration.batch):
            for number, answer in program.score(asked[start : start + plugin.declaration.batch]):
                yield start + number, answer
