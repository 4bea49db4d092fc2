"""Reports: plain blocks, the recipes that make them of numbers, and the renderers that write them out."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.reporting.blocks import Alignment, Block, Estimate, Figure, Head, Heading, Prose, Table
    from assay.reporting.columns import TableColumn, table_of
    from assay.reporting.page.page import Browser, render_page
    from assay.reporting.page.segments import pack_segments, page_content
    from assay.reporting.render.charts import figure_svg
    from assay.reporting.render.formats import ENDINGS, FORMATS, render, renderer
    from assay.reporting.render.html import render_fragment
    from assay.reporting.render.text import COLUMNS, MEASURE, render_text
    from assay.reporting.results import comparison_results, diagnosis_results, runs_results, score_results
    from assay.reporting.tables.checks import file_check_report
    from assay.reporting.tables.comparison.figures import (
        comparison_figures,
        differences_figure,
        foremost,
        runs_figure,
        segment_figures,
    )
    from assay.reporting.tables.comparison.full import full_report
    from assay.reporting.tables.comparison.pairwise import comparison_report
    from assay.reporting.tables.comparison.power import assumed_report, coverage_report, power_report
    from assay.reporting.tables.comparison.scores import documents_of, metric_heads, score_report
    from assay.reporting.tables.comparison.segments import Texts, alignment_report, contrast
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
    "Browser",
    "Estimate",
    "Figure",
    "Head",
    "Heading",
    "Prose",
    "Table",
    "TableColumn",
    "Texts",
    "against_report",
    "agreement_blocks",
    "alignment_report",
    "assumed_report",
    "changed_report",
    "comparison_figures",
    "comparison_report",
    "comparison_results",
    "contrast",
    "coverage_report",
    "darr_table",
    "diagnosis_report",
    "diagnosis_results",
    "differences_figure",
    "documents_of",
    "figure_svg",
    "file_check_report",
    "foremost",
    "full_report",
    "gate_report",
    "human_report",
    "junit",
    "meta_report",
    "metric_heads",
    "pack_segments",
    "page_content",
    "power_report",
    "raters_report",
    "remarks_table",
    "render",
    "render_fragment",
    "render_page",
    "render_text",
    "renderer",
    "repeated_report",
    "runs_figure",
    "runs_report",
    "runs_results",
    "score_report",
    "score_results",
    "segment_figures",
    "settling_figure",
    "settling_table",
    "summary_report",
    "system_ranking_table",
    "table_of",
]
__getattr__, __dir__ = open_door(__name__)
