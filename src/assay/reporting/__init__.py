"""Reports: plain blocks, the recipes that make them of numbers, and the renderers that write them out."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.reporting.blocks import Alignment, Block, Estimate, Figure, Head, Heading, Prose, Table
    from assay.reporting.page.page import start_pages
    from assay.reporting.render.charts import figure_svg
    from assay.reporting.render.formats import ENDINGS, FORMATS, render_as
    from assay.reporting.render.html import render_fragment
    from assay.reporting.render.text import COLUMNS, MEASURE, render_text
    from assay.reporting.results import comparison_results, diagnosis_results, runs_results, score_results
    from assay.reporting.tables.checks import file_check_report
    from assay.reporting.tables.comparison.figures import segment_figures
    from assay.reporting.tables.comparison.power import assumed_report, power_report
    from assay.reporting.tables.comparison.reports import comparison_examples, comparison_report, full_report
    from assay.reporting.tables.comparison.scores import documents_of, score_report
    from assay.reporting.tables.comparison.segments import Texts, alignment_report
    from assay.reporting.tables.comparison.training_runs import runs_report
    from assay.reporting.tables.diagnosis import diagnosis_report
    from assay.reporting.tables.diagnosis_summary import summary_report
    from assay.reporting.tables.gate import gate_report, junit
    from assay.reporting.tables.human_ranking import human_report, system_ranking_table
    from assay.reporting.tables.human_scores import darr_table, remarks_table
    from assay.reporting.tables.meta.report import meta_report
    from assay.reporting.tables.preferences import settling_figure, settling_table
    from assay.reporting.tables.rater_agreement import agreement_blocks
    from assay.reporting.tables.raters import raters_report
    from assay.reporting.tables.run_files.against import against_report
    from assay.reporting.tables.run_files.repeated import changed_report, repeated_report

__all__ = [
    "COLUMNS",
    "ENDINGS",
    "FORMATS",
    "MEASURE",
    "Alignment",
    "Block",
    "Estimate",
    "Figure",
    "Head",
    "Heading",
    "Prose",
    "Table",
    "Texts",
    "against_report",
    "agreement_blocks",
    "alignment_report",
    "assumed_report",
    "changed_report",
    "comparison_examples",
    "comparison_report",
    "comparison_results",
    "darr_table",
    "diagnosis_report",
    "diagnosis_results",
    "documents_of",
    "figure_svg",
    "file_check_report",
    "full_report",
    "gate_report",
    "human_report",
    "junit",
    "meta_report",
    "power_report",
    "raters_report",
    "remarks_table",
    "render_as",
    "render_fragment",
    "render_text",
    "repeated_report",
    "runs_report",
    "runs_results",
    "score_report",
    "score_results",
    "segment_figures",
    "settling_figure",
    "settling_table",
    "start_pages",
    "summary_report",
    "system_ranking_table",
]
__getattr__, __dir__ = open_door(__name__)
