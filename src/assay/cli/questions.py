"""A command that asks a question: its flags are the question's options, its answer a face of the result.

    EPILOG = "…"                           # of a command's module, which needs no more than this
    Arguments, run = asks("compare")

What only this reader has is added here, once: how it goes about its work, where the answer goes, and what is kept of a
run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import make_dataclass, replace
from functools import partial
from typing import Any

from assay.cli.answer import Answer
from assay.cli.execution import RunOptions
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.errors import OptionError
from assay.io import FileOptions, make_private
from assay.options import nested
from assay.questions import QUESTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.questions import Given, Result


def asks(
    name: str,
    *,
    recorded: bool = True,
    beside: type | None = None,
    check: Callable[[Any], None] | None = None,
    manners: type = Manners,
    writing: type = OutputOptions,
    files: Callable[[Any, Any], list[tuple[str, str]]] | None = None,
    rest: str = "",
) -> tuple[type[Any], Callable[[Any], Answer]]:
    """Return the options of a command that asks a question, and what runs it; not all can be `recorded`.

    `beside` declares files that are written beside the answer, and has `texts(result)` for them; `files` returns those
    that the question itself names. `check` refuses what this reader cannot do; `manners` says how it goes about its
    work, and `writing` where the answer goes; in help these stand under the heading `rest`.
    """
    question = QUESTIONS[name]
    own: dict[str, type] = {"beside": beside} if beside else {}
    own |= {"manners": manners, "writing": writing} | ({"record": RunOptions} if recorded else {})
    fields = [
        ("asked", question.asked, nested(question.asked)),
        *((field, options, nested(options, rest)) for field, options in own.items()),
    ]

    def check_all(arguments: Any) -> None:
        words = question.words_without_outputs(arguments.asked)
        if words and not arguments.asked.files.systems:
            raise OptionError(words)
        if check is not None:
            check(arguments)

    namespace = {"__doc__": question.asked.__doc__, "__post_init__": check_all}
    return make_dataclass("Arguments", fields, namespace=namespace, frozen=True), partial(
        ask, name, files=files
    )


def ask(
    name: str, arguments: Any, *, files: Callable[[Any, Any], list[tuple[str, str]]] | None = None
) -> Answer:
    """Ask a question, and return what the command has to say."""
    result = QUESTIONS[name].answer(arguments.asked, given_by(arguments))
    answer = answer_of(result, arguments.writing.form, arguments.writing.path)
    if result.is_secret and arguments.writing.path is not None:
        make_private(arguments.writing.path)
    beside = getattr(arguments, "beside", None)
    texts = [*answer.beside, *([] if beside is None else beside.texts(result))]
    return replace(answer, beside=[*texts, *(files(arguments.asked, result) if files is not None else [])])


def given_by(arguments: Any) -> Given:
    """Return what a command line gives, and who asks."""
    from assay.cli import watch
    from assay.cli.repeats import repeat
    from assay.questions import Asker, Given

    files = getattr(arguments.asked, "files", None)
    quiet, record = getattr(arguments.manners, "quiet", False), getattr(arguments, "record", RunOptions())
    asker = Asker(
        "flags",
        pages=arguments.writing.form == "html",
        segments=record.run_segments,
        resources=getattr(arguments.manners, "resources", None),
        shards=iter if quiet else watch.with_progress,
        draws=partial(watch.draws, quiet=quiet),
        step=partial(watch.step, quiet=quiet),
        mapped=partial(watch.shards, quiet=quiet),
        repeat=repeat,
    )
    return Given(files=files if isinstance(files, FileOptions) else FileOptions(), asker=asker)


def answer_of(result: Result, form: str, path: str | None = None) -> Answer:
    """Return what a command has to say of a result in a format, on a screen or in a file."""
    ready = result.ready_for(path)
    if ready is not None:
        return Answer(ready=ready, beside=result.beside(path))
    pages = result.pages(path) if form == "html" else None
    return Answer(
        result.shown(form, filed=path is not None),
        whole=partial(result.whole, form),
        pages=pages,
        results=result.results,
        evaluations=result.evaluations,
        buckets=result.buckets,
        inputs=result.inputs,
        code=0 if result.holds else 1,
    )
