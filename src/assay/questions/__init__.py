"""One question, one answer: what may be asked, how it is answered, and the faces of the answer.

    question = CompareQuestion(files, comparison=CompareOptions(test="bootstrap"))
    result = QUESTIONS["compare"].answer(question, Given(files=files))
    result.shown("text")                                             # blocks, as `assay compare` writes them

A question is one module: its options, `ask`, and its `Result`. Commands, functions of Python, notebooks and run files
read it; none of them composes anything itself. `Given` is what is given to be asked about, in files or in memory, and
`Asker` who asks.
"""

from assay.doors import open_door

HOMES = {
    "agree": "AgreeQuestion AgreeResult",
    "asking": "QUESTIONS Question",
    "columns": "elements frame_columns frame_lines reference_streams texts",
    "compare": "CompareQuestion CompareResult CompareRunsResult",
    "given": (
        "Asker BESIDES Given Metrics SYSTEM column_options merged_set parse_metrics read_column "
        "refuse_for_references score_set"
    ),
    "human": "HumanQuestion RankResult",
    "judgements": "from_campaign with_campaign",
    "parts": "chosen_parts show_option",
    "pictures": "Picture",
    "results": "Converted Result",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
