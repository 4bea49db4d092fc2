"""Reports: plain blocks, the functions that make them of results, and the formats that they are written in.

    compared = compare(evaluation, CompareOptions())                 # comparison: a result
    blocks = comparison_report(compared, pictures=True)              # headings, sentences, tables, figures
    text = render_as(blocks, "html")                                 # text, json, tsv, markdown, latex or html

- One function a report: `score_report`, `estimate_report`, `comparison_report`, `runs_report`, `power_report` (and
  `assumed_report`), `oracle_report`, `alignment_report`, `diagnosis_report` (`summary_report` for people at a
  terminal), `file_check_report`, `gate_report`, `human_report`, `raters_report`, `meta_report`, `learn_report`,
  `training_report`, `effort_report`, `grid_report` (systems by directions; `grid_summary`, `cell_table`);
  `full_report` puts a comparison and a diagnosis together, and `start_pages` makes the page of it that a browser
  opens.
- Blocks: `Heading`, `Prose`, `Table` with its `Head`s and `Estimate`s, `Figure`, `Alignment`, and a few more in
  `blocks`. A number stays a number; how it is shown is said by the head of its column.
- `for_people(blocks, systems)` leaves off what the names of all systems end in, for the formats that people read.
- `render_as(blocks, form)` writes a whole answer, `render_text` one for a terminal, `render_fragment` a part of a page,
  `figure_svg` a picture. A new format or chart is one function and one line: see `render.formats`.
- Run files: `score_results`, `comparison_results`, `runs_results` and `diagnosis_results` return figures of a report
  as typed values, and `make_run` all there is to know of an answer; `against_report` says what changed between two
  runs, `repeated_report` and `changed_report` whether a repetition came out the same.

Inside, tables are made of result dataclasses by declared columns: see `columns`.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.reporting.blocks import (
        Alignment,
        Block,
        Estimate,
        Figure,
        Head,
        Heading,
        Prose,
        Table,
        with_cautions,
        with_full_signatures,
    )
    from assay.reporting.page.page import start_pages
    from assay.reporting.page.study_site import study_pages
    from assay.reporting.recording import make_run
    from assay.reporting.render.charts import figure_svg
    from assay.reporting.render.formats import ENDINGS, FOR_PROGRAMS, FORMATS, render_as
    from assay.reporting.render.html import render_blocks, render_fragment, report_style
    from assay.reporting.render.text import COLUMNS, MEASURE, render_text
    from assay.reporting.results import comparison_results, diagnosis_results, runs_results, score_results
    from assay.reporting.tables.comparison.figures import segment_figures
    from assay.reporting.tables.comparison.joint_report import full_report, report_digest
    from assay.reporting.tables.comparison.oracle import oracle_report
    from assay.reporting.tables.comparison.power import assumed_report, power_report
    from assay.reporting.tables.comparison.power_screen import power_summary
    from assay.reporting.tables.comparison.reports import (
        comparison_examples,
        comparison_report,
        comparison_summary,
        comparison_table,
    )
    from assay.reporting.tables.comparison.scores import documents_of, estimate_report, score_report
    from assay.reporting.tables.comparison.segments import SegmentTexts, alignment_report
    from assay.reporting.tables.comparison.training_runs import runs_report
    from assay.reporting.tables.diagnosis.checks import file_check_report, source_check_report
    from assay.reporting.tables.diagnosis.gate import gate_report, junit, junit_limits, limits_report
    from assay.reporting.tables.diagnosis.report import diagnosis_report
    from assay.reporting.tables.diagnosis.summary import summary_report
    from assay.reporting.tables.efficiency import efficiency_report
    from assay.reporting.tables.grids.report import grid_holes, grid_report, grid_summary
    from assay.reporting.tables.grids.tables import cell_table
    from assay.reporting.tables.human.agreement import agreement_blocks
    from assay.reporting.tables.human.campaigns import (
        CampaignPart,
        campaign_parts,
        campaign_report,
        campaigns_table,
        overview_blocks,
    )
    from assay.reporting.tables.human.first_screen import human_summary, ranking_table_alone
    from assay.reporting.tables.human.ranking import human_report, system_ranking_table
    from assay.reporting.tables.human.raters import raters_report
    from assay.reporting.tables.human.scores import darr_table, remarks_table
    from assay.reporting.tables.human.settling import settling_figure, settling_table
    from assay.reporting.tables.meta.first_screen import meta_summary, meta_table
    from assay.reporting.tables.meta.learning import learn_report, training_report
    from assay.reporting.tables.meta.report import meta_report
    from assay.reporting.tables.postedit.report import effort_report, effort_summary, effort_table
    from assay.reporting.tables.postedit.tables import score_table
    from assay.reporting.tables.run_files.against import against_report
    from assay.reporting.tables.run_files.repeated import changed_report, repeated_report
    from assay.reporting.wording import for_people

__all__ = [
    "COLUMNS",
    "ENDINGS",
    "FORMATS",
    "FOR_PROGRAMS",
    "MEASURE",
    "Alignment",
    "Block",
    "CampaignPart",
    "Estimate",
    "Figure",
    "Head",
    "Heading",
    "Prose",
    "SegmentTexts",
    "Table",
    "against_report",
    "agreement_blocks",
    "alignment_report",
    "assumed_report",
    "campaign_parts",
    "campaign_report",
    "campaigns_table",
    "cell_table",
    "changed_report",
    "comparison_examples",
    "comparison_report",
    "comparison_results",
    "comparison_summary",
    "comparison_table",
    "darr_table",
    "diagnosis_report",
    "diagnosis_results",
    "documents_of",
    "efficiency_report",
    "effort_report",
    "effort_summary",
    "effort_table",
    "estimate_report",
    "figure_svg",
    "file_check_report",
    "for_people",
    "full_report",
    "gate_report",
    "grid_holes",
    "grid_report",
    "grid_summary",
    "human_report",
    "human_summary",
    "junit",
    "junit_limits",
    "learn_report",
    "limits_report",
    "make_run",
    "meta_report",
    "meta_summary",
    "meta_table",
    "oracle_report",
    "overview_blocks",
    "power_report",
    "power_summary",
    "ranking_table_alone",
    "raters_report",
    "remarks_table",
    "render_as",
    "render_blocks",
    "render_fragment",
    "render_text",
    "repeated_report",
    "report_digest",
    "report_style",
    "runs_report",
    "runs_results",
    "score_report",
    "score_results",
    "score_table",
    "segment_figures",
    "settling_figure",
    "settling_table",
    "source_check_report",
    "start_pages",
    "study_pages",
    "summary_report",
    "system_ranking_table",
    "training_report",
    "with_cautions",
    "with_full_signatures",
]
__getattr__, __dir__ = open_door(__name__)
