# Written by tools/doors.py from the map in __init__.py.
from assay.reporting.blocks import Block as Block
from assay.reporting.blocks import Head as Head
from assay.reporting.blocks import Heading as Heading
from assay.reporting.blocks import Prose as Prose
from assay.reporting.blocks import Table as Table
from assay.reporting.documents import composed as composed
from assay.reporting.render.formats import ENDINGS as ENDINGS
from assay.reporting.render.formats import FORMATS as FORMATS
from assay.reporting.render.formats import render_as as render_as
from assay.reporting.render.text import render_text as render_text
from assay.reporting.run_record import make_run as make_run
from assay.reporting.tables.comparison.reports import comparison_report as comparison_report
from assay.reporting.tables.comparison.scores import score_report as score_report
from assay.reporting.tables.diagnosis.gate import junit as junit
from assay.reporting.tables.human.agreement import agreement_blocks as agreement_blocks
from assay.reporting.tables.human.ranking import system_ranking_table as system_ranking_table
from assay.reporting.tables.human.raters import raters_report as raters_report
from assay.reporting.tables.postedit.report import effort_report as effort_report
from assay.reporting.wording import for_people as for_people

__all__: list[str]
