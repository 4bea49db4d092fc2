"""`assay serve`: campaigns in a browser, until the server is told to end."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from assay.cli import terminal
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import SameFormat, write_ready
from assay.errors import counted
from assay.io import make_private
from assay.options import nested
from assay.studies.options import DATABASE, USUAL_URL, ServeOptions, require_server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.studies.server import Started

EPILOG = """\
examples:
  assay serve --demo
  assay campaign new spring --protocol esa -s src.txt a.txt b.txt && assay serve
  assay serve --database postgresql://assay@localhost/assay --port 8018
Every start prints new links; those that were printed before stay good. docs/serve.md says how to run it for others.
"""


@dataclass(frozen=True)
class Arguments:
    """Serve campaigns of human evaluation to browsers; end it with Ctrl-C."""

    serving: ServeOptions = nested(ServeOptions)
    manners: Manners = nested(Manners)
    writing: SameFormat = nested(SameFormat)


def run(arguments: Arguments) -> Answer:
    """Serve until told to end."""
    require_server()
    from assay.studies.server import serve

    said: list[str] = []

    def say(started: Started) -> None:
        said.append(words_of(started))
        if arguments.writing.path is not None:
            make_private(arguments.writing.path)
        write_ready(said[0], arguments.writing.path)

    with suppress(KeyboardInterrupt, terminal.Terminated):
        serve(arguments.serving, say, str if arguments.manners.quiet else partial(terminal.say, "warning"))
    return Answer(ready="stopped\n" if arguments.writing.path is None else "".join(said))


def words_of(started: Started) -> str:
    """Return what is printed of a server that has started: where it is, and the links."""
    lines = [f"serving {started.database} at {started.url}", "", f"admin: {started.admin}"]
    lines += [f"{campaign}, {person}: {link}" for campaign, person, link in started.links]
    lines += [
        f"{campaign}, open for {places} {'person' if places == 1 else 'people'}: {link}"
        for campaign, places, link in started.open_links
    ]
    if started.unlisted:
        lines += [f'{counted(started.unlisted, "annotator")}: "{_links_command(started)}" prints the links']
    elif not started.links and not started.open_links:
        lines += ['no campaign is open; "assay campaign new" makes one']
    return (
        "\n".join([*lines, "", "Keep the links to yourself and those they are for. Ctrl-C ends the server."])
        + "\n"
    )


def _links_command(started: Started) -> str:
    """Return the command that prints links to this server, with what is not as usual."""
    kept = "" if started.database == DATABASE else f" --database {started.database}"
    return f"assay campaign links NAME{kept}{'' if started.url == USUAL_URL else f' --url {started.url}'}"
