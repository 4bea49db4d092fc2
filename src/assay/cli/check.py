"""`assay check`: is anything wrong with the files? To be asked before any score.

Exit code 0 where nothing would make scores wrong, 1 where there are errors; warnings and notes do not change it.
"""

from __future__ import annotations

import argparse
import os

from assay.cli import inputs, output, terminal
from assay.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.diagnosis import SetFiles, Trouble
    from assay.io import RawFile

FOUND_NONE, FOUND_ERRORS = 0, 1
EPILOG = """\
examples:
  assay check out.txt
  assay check a.txt b.txt -r ref.txt -s src.txt
  assay check a.txt -r ref.txt -s src.txt --language de --source-language en --train corpus.de.gz
Exit code 0: nothing that makes scores wrong; 1: errors.
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay check",
        description="Look for what would make scores wrong: lines, encodings, copies, languages, leaks.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inputs.add_files(made)
    made.add_argument(
        "--train",
        action="append",
        default=[],
        metavar="FILE",
        help="a training text in which source and references should not be; repeat for more",
    )
    made.add_argument(
        "--language", default="", metavar="TAG", help="of the outputs, such as de (default: as told)"
    )
    made.add_argument("--source-language", default="", metavar="TAG", help="of the source (default: as told)")
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Read files as they are, look at them, write what was found, and return 1 where there are errors."""
    from assay.reporting import trouble_report

    languages = _languages(arguments)
    output.check(arguments.output, [*inputs.paths(arguments), *arguments.train])
    files = _files(arguments)
    documents = [_raw(arguments.docs)] if arguments.docs else []
    found = _troubles(files, languages, arguments.train, documents)
    read = [(file.path, len(file.lines)) for file in [*files.all(), *documents]]
    output.write(trouble_report(found, read), output.form(arguments), arguments.output)
    return FOUND_ERRORS if any(one.severity == "error" for one in found) else FOUND_NONE


def _languages(arguments: argparse.Namespace) -> tuple[str, str]:
    from assay.diagnosis import language_tag

    source, target = arguments.source_language, arguments.language
    return (language_tag(source) if source else "", language_tag(target) if target else "")


def _troubles(
    files: SetFiles, languages: tuple[str, str], training: list[str], documents: list[RawFile]
) -> list[Trouble]:
    from assay.diagnosis import document_lines, find_troubles, leakage, worst_first
    from assay.io import label, raw_lines

    _refuse_training(training)
    found = [*find_troubles(files, languages), *document_lines(files.measure, documents)]
    asked = [*([files.source] if files.source is not None else []), *files.references.values()]
    leaked = [
        one for path in training for file in asked for one in leakage(file, label(path), raw_lines(path))
    ]
    return worst_first([*found, *leaked])


def _refuse_training(paths: list[str]) -> None:
    """Refuse what is empty, and what can be read once only: a training text is read for every file anew."""
    from assay.io import STDIN, empty_file, head, label

    for path in paths:
        if path == STDIN or (os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))):
            raise OptionError(
                f"--train {label(path)}: a training text is read several times; give a file, which may be gzip"
            )
        if os.path.isfile(path) and not head(path):
            raise empty_file(path)


def _files(arguments: argparse.Namespace) -> SetFiles:
    """Read plain text as it is; tables, XML and SGML by their readers."""
    kinds = _kinds(arguments)
    if kinds == {"text"} and not (arguments.columns or arguments.missing):
        return _plain_files(arguments)
    if kinds == {"units"} and not arguments.reference:
        return _bilingual(arguments)
    from assay.diagnosis import SetFiles
    from assay.io import RawFile
    from assay.metrics import join

    evalset, outputs = join(list(inputs.open_set(arguments)))
    return SetFiles(
        {name: RawFile(name, tuple(column)) for name, column in outputs.items()},
        {name: _with_holes(name, column) for name, column in evalset.references.items()},
        None if evalset.source is None else RawFile("source", tuple(evalset.source)),
    )


def _with_holes(name: str, column: Sequence[str | None]) -> RawFile:
    """Return a column of references as a file; a reference that is not there is no empty line."""
    from assay.io import RawFile

    absent = frozenset(number for number, text in enumerate(column, start=1) if text is None)
    return RawFile(name, tuple(text or "" for text in column), absent=absent)


def _bilingual(arguments: argparse.Namespace) -> SetFiles:
    """Read translators' files without a reference: each holds the source of its target."""
    from assay.diagnosis import SetFiles
    from assay.io import RawFile, read_without_references

    if arguments.source is not None or arguments.docs is not None:
        raise OptionError(
            "translators' files hold source and documents themselves; leave out the files for them"
        )
    if arguments.quiet:
        terminal.hush()
    source, outputs = read_without_references(arguments.systems, arguments.codes, inputs.languages(arguments))
    systems = {name: RawFile(name, tuple(column)) for name, column in outputs.items()}
    return SetFiles(systems, {}, RawFile("source", tuple(source)))


def _kinds(arguments: argparse.Namespace) -> set[str]:
    from assay.io import binary_form, expanded, head, kind, split_name

    paths = [split_name(text)[1] for text in arguments.systems]
    paths += [path for text in arguments.reference for path in expanded(text)]
    found = {kind(path, head(path)) for path in paths}
    if arguments.reference and not any(binary_form(head(path)) for path in paths):
        found = {"text" if one == "table" else one for one in found}  # as other commands read it beside -r
    return found


def _plain_files(arguments: argparse.Namespace) -> SetFiles:
    from assay.diagnosis import SetFiles
    from assay.io import reference_paths, refuse_stdin_twice, system_paths

    if arguments.train and not (arguments.reference or arguments.source):
        raise OptionError("--train looks for source and references; give -r or -s")
    systems = system_paths(arguments.systems)
    references = reference_paths(arguments.reference) if arguments.reference else {}
    refuse_stdin_twice([*systems.values(), *references.values(), arguments.source])
    return SetFiles(
        {name: _raw(path) for name, path in systems.items()},
        {name: _raw(path) for name, path in references.items()},
        _raw(arguments.source) if arguments.source else None,
    )


def _raw(path: str) -> RawFile:
    from dataclasses import replace

    from assay.io import label, read_raw

    return replace(read_raw(path), path=label(path))
