"""What a set of files is, and which judgements count: the options of everything that reads.

Nothing heavy is imported here, so that a command's help costs nothing. `open_set` reads what `FileOptions` name,
`open_judgements` what `JudgementOptions` name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from assay.errors import OptionError
from assay.io.opening import Named, listed
from assay.io.texts.names import expanded, split_name
from assay.options import check_choices, option

InlineCodes = Literal["drop", "placeholders"]
Filler = Literal["leave-out", "count"]


@dataclass(frozen=True)
class FileOptions:
    """The files of an evaluation set: outputs, references, source, documents, and how tables are to be read."""

    systems: tuple[str, ...] = option(
        (),
        "a system's output, PATH or NAME=PATH; or a file that holds a whole set",
        metavar="SYS",
        positional="*",
        reads=True,
        found=True,
    )
    reference: tuple[str, ...] = option(
        (),
        "a file of references, or a directory of them; repeat for more references per segment",
        metavar="REF",
        flag="-r --reference",
        reads=True,
        found=True,
    )
    source: str | None = option(
        None,
        "the file of source segments",
        metavar="SRC",
        flag="-s --source",
        reads=True,
        found=True,
    )
    docs: str | None = option(
        None,
        "a file with the name of the document of each segment",
        metavar="FILE",
        reads=True,
        found=True,
    )
    columns: tuple[str, ...] = option(
        (),
        "which columns of a table hold what, such as reference=ref,system=mt",
        metavar="TEXT",
        found=True,
    )
    missing: str | None = option(
        None,
        "the cell content that marks a missing reference in a table",
        metavar="MARK",
        found=True,
    )
    codes: InlineCodes = option("drop", "how to treat inline codes in XLIFF and TMX", found=True)
    languages: str | None = option(
        None,
        "source and target, such as en,pt-BR, if a TMX or TBX file has several",
        metavar="SRC,TGT",
        found=True,
    )

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)

    def paths(self) -> list[str]:
        """Return every file that is named, those in a directory of references too."""
        systems = [path for system in self.systems for path in _parts_of(split_name(system)[1])]
        references = [path for named in self.reference for path in expanded(named)]
        return [*systems, *references, *(path for path in (self.source, self.docs) if path)]


@dataclass(frozen=True)
class JudgementOptions:
    """A file of judgements, how it is to be read, and who takes part."""

    judgements: Named = option(
        "",
        "a file of judgements; - is standard input",
        metavar="FILE",
        positional="1",
        reads=True,
        found=True,
    )
    form: str | None = option(
        None, "its format (default: recognised)", metavar="FORMAT", flag="--from", found=True
    )
    columns: tuple[str, ...] = option(
        (),
        "which columns of a spreadsheet hold what, such as rater=Who,system=MT,segment=Nr,score=Points",
        metavar="TEXT",
        found=True,
    )
    campaign: str | None = option(
        None,
        "the campaign, if a database or a file of Pearmut has several",
        metavar="NAME",
        found=True,
    )
    fold_names: bool = option(
        False,
        "treat names of raters or systems that differ only in case, spaces or dots as the same (default: only "
        "report them)",
        found=True,
    )
    pair: str | None = option(
        None,
        "the language pair, such as eng-deu, if a file has several; or all",
        metavar="PAIR",
        found=True,
    )
    scale: str | None = option(
        None,
        "the lowest and highest possible score, if not those of the scheme",
        metavar="LOW-HIGH",
        found=True,
    )
    set_aside: bool = option(
        False, "leave out scores outside the scale and count them (default: refuse)", found=True
    )
    filler: Filler = option(
        "leave-out",
        "tutorial and filler items in Appraise (#duplicate, #incomplete), which are left out of scores by default",
        found=True,
    )
    only_systems: tuple[str, ...] = option(  # the `systems` of other options are files
        (),
        "only these systems, separated by commas; the others are left out and counted",
        metavar="NAMES",
        flag="--systems",
        found=True,
    )
    without_systems: tuple[str, ...] = option(
        (),
        "systems to leave out, separated by commas, such as '*-tutorial*'",
        metavar="PATTERNS",
        found=True,
    )

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)

    @property
    def chooses_systems(self) -> bool:
        """Whether some systems may take no part."""
        return bool(self.only_systems or self.without_systems)

    def chosen_systems(self, known: Sequence[str]) -> list[str]:
        """Return those of the known systems that take part; names and patterns that fit none are refused."""
        wanted, patterns = split_names(self.only_systems), split_names(self.without_systems)
        unknown = [name for name in wanted if name not in known]
        unknown += [pattern for pattern in patterns if not _matching(known, pattern)]
        if unknown:
            raise OptionError(f'no system is called "{unknown[0]}"; the systems are {listed(known)}')
        gone = {name for pattern in patterns for name in _matching(known, pattern)}
        return [name for name in known if name not in gone and (not wanted or name in wanted)]

    def takes_part(self, system: str) -> bool:
        """Tell whether a system is among those that take part."""
        wanted, patterns = split_names(self.only_systems), split_names(self.without_systems)
        named = not wanted or system in wanted
        return named and not any(fnmatchcase(system, pattern) for pattern in patterns)


@dataclass(frozen=True)
class PostEditFiles:
    """Logs and tables of post-editing, or the texts before and after it."""

    logs: tuple[Named, ...] = option(
        (),
        "a log or a table of post-editing, or a folder of logs; - is standard input",
        metavar="LOG",
        positional="*",
        reads=True,
        found=True,
    )
    form: str | None = option(
        None, "its format (default: recognised)", metavar="FORMAT", flag="--from", found=True
    )
    mt: str | None = option(
        None,
        "the machine translation, where there is no log: one segment per line, or XLIFF",
        metavar="FILE",
        reads=True,
        found=True,
    )
    final: str | None = option(None, "the same after editing", metavar="FILE", reads=True, found=True)
    source: str | None = option(
        None,
        "the source of these texts",
        metavar="SRC",
        flag="-s --source",
        reads=True,
        found=True,
    )
    times: str | None = option(
        None,
        "the seconds that each segment of these texts took, one number per line",
        metavar="FILE",
        reads=True,
        found=True,
    )


def _parts_of(path: str) -> list[str]:
    """Return the files of a folder of parts, if any; a file stands for itself."""
    if not os.path.isdir(path):
        return [path]
    inside = [os.path.join(path, name) for name in sorted(os.listdir(path))]
    return [file for file in inside if os.path.isfile(file)]


def split_names(texts: Iterable[str]) -> list[str]:
    """Return names that stand in one argument or in several, with commas between."""
    return [name for text in texts for name in text.split(",") if name]


def _matching(known: Iterable[str], pattern: str) -> list[str]:
    return [name for name in known if fnmatchcase(name, pattern)]
