"""Reports: plain blocks, the functions that make them of results, and the formats that they are written in.

    compared = compare(evaluation, CompareOptions())                 # comparison: a result
    blocks = comparison_report(compared, pictures=True)              # headings, sentences, tables, figures
    text = render_as(blocks, "html")                                 # text, json, tsv, markdown, latex or html

- One function a report: `score_report`, `estimate_report`, `comparison_report`, `runs_report`, `power_report` (and
  `assumed_report`), `oracle_report`, `alignment_report`, `explanation_report`, `diagnosis_report` (`summary_report`
  for people at a terminal), `file_check_report`, `gate_report`, `human_report`, `raters_report`, `meta_report`,
  `learn_report`, `training_report`, `effort_report`, `grid_report` (systems by directions; `grid_summary`,
  `cell_table`); `full_report` puts a comparison and a diagnosis together, and `start_pages` makes the page of it that
  a browser opens.
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

HOMES = {
    "blocks": "Block Head Heading Prose Table",
    "documents": "composed",
    "run_record": "make_run",
    "render.formats": "ENDINGS FORMATS render_as",
    "render.text": "render_text",
    "tables.comparison.reports": "comparison_report",
    "tables.comparison.scores": "score_report",
    "tables.diagnosis.gate": "junit",
    "tables.human.agreement": "agreement_blocks",
    "tables.human.ranking": "system_ranking_table",
    "tables.human.raters": "raters_report",
    "tables.postedit.report": "effort_report",
    "wording": "for_people",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
