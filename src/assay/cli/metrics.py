"""`assay metrics`: the metrics there are, and the options of each, read off their dataclasses."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from assay.cli import output
from assay.errors import OptionError
from assay.report.blocks import Block, Head, Heading, Prose, Table

if TYPE_CHECKING:
    from assay.metrics.base import Metric


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay metrics", description="List the metrics, or the options of one.", allow_abbrev=False
    )
    made.add_argument("name", nargs="?", metavar="NAME", help="show the options of this metric")
    output.add_arguments(made)
    return made


def run(arguments: argparse.Namespace) -> None:
    """Write the list of metrics, or the page of one."""
    from assay.metrics.registry import ALIASES, METRICS

    output.check(arguments.output, [])
    if arguments.name is None:
        blocks = metric_list(METRICS, ALIASES)
    else:
        blocks = metric_page(*_found(arguments.name, METRICS, ALIASES))
    output.write(blocks, arguments.format, arguments.output)
