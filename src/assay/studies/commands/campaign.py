"""`assay campaign`: campaigns of human evaluation from plain files: make, check, look at, export, close."""

from __future__ import annotations

from typing import Any

from assay.cli.flags import ActionHelp
from assay.cli.questions import asks
from assay.studies.questions.campaign import check_first_page
from assay.studies.questions.campaign_options import REST, SITE

EPILOG = """\
examples:
  assay campaign new spring --protocol esa -s src.txt -r ref.txt --docs docs.txt a.txt b.txt
  assay campaign new quick --protocol da test.xml --annotators anna,ben,carla
  assay campaign new lab --protocol post-edit --scratch --square test.xml
  assay campaign new checked --protocol esa-ai --proposals xcomet.jsonl -s src.txt a.txt b.txt
  assay campaign check spring
  assay campaign status spring
  assay campaign links spring --annotators anna
  assay campaign links spring --annotators anna --revoke
  assay campaign links spring --open-link 50 --worker PROLIFIC_PID
  assay campaign export spring -o spring.jsonl
  assay campaign export spring --to tidy -o spring.tsv
  assay campaign export lab --to postedit -o lab.jsonl && assay postedit lab.jsonl
  assay campaign import copy spring.jsonl
  assay campaign close spring
"""
ACTIONS = {
    "new": ActionHelp("NAME SYS …", "make a campaign of outputs"),
    "check": ActionHelp(
        "NAME [SYS …]",
        "say what new would make, and make nothing; without SYS, compare what is stored with the log",
    ),
    "status": ActionHelp(
        "[NAME]",
        "say how far all campaigns are, or of one also what may be claimed, and the verdict on annotators",
    ),
    "links": ActionHelp(
        "NAME", "print new links; with --annotators for these people, who are added if need be"
    ),
    "export": ActionHelp("NAME", "write the log, or with --to the judgements, edits or pages"),
    "import": ActionHelp("NAME FILE", "make a campaign of a log that export wrote"),
    "close": ActionHelp("NAME", "take no more answers"),
    "reopen": ActionHelp("NAME", "take answers again"),
}


def _refuse_nowhere(arguments: Any) -> None:
    if arguments.asked.to == SITE:
        check_first_page(arguments.writing.path)


Arguments, run = asks("campaign", recorded=False, check=_refuse_nowhere, rest=REST)
