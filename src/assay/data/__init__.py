"""Values: evaluation sets, outputs, judgements, scores and runs as frozen columns. No file is opened here.

`EvalSet` has the source, references and documents of a set, one entry a segment, and `Outputs` the texts of systems;
large sets come in shards (`shards`, `join_shards`). `Judgements` are ratings of outputs, one row a visit of one rater,
`Preferences` pairs of outputs and which was preferred, `Scores` a matrix of systems by segments, whoever gave them.
`Codes` is a column of names, each stored once:

    raters = Codes.of(["anna", "ben", "anna"])      # names ("anna", "ben"), index [0, 1, 0]

`PostEdits` are what editors made of outputs, one row a segment that one editor did, with `Events`: what was done, when.

A `PhrasePair` is a row of a phrase table, a `Paraphrase` two phrases of one language. A `Parse` is a text with the
heads of its words, and a `ParseStore` finds it by the text (`text_key`).

A `Part` holds what one system's shard adds to the scores: sums without rounding (`ExactSums`), in all and by block.

What a reader noticed about a file is a `Remark`, how it was laid out a `Layout`. `Run` is what a run file holds.
`assay.io` makes these values from files and writes them.
"""

from assay.doors import open_door

HOMES = {
    "evalset": "Array Bilingual Codes EvalSet NBest Outputs Term join_shards numbered numbered_ids shards",
    "exact_sums": "ExactSums",
    "judgements": (
        "DEGRADED FILLER GENUINE JOINT READING REFERENCE REPEAT SCALES Extra Judgements Preferences "
        "Remark Scale Spans"
    ),
    "language": "ROOT Paraphrase Parse ParseStore PhrasePair",
    "parts": "BLOCKS PART_VERSION Part ShardRecord",
    "postedits": "CHANGES EVENT_KINDS KEY_CLASSES KEYS Events PostEdits kind_code",
    "results": "BucketScore FindingKey PairResult RankRange Results SystemScore",
    "runs": "InputState Run SegmentBuckets SegmentStatistics",
    "scores": "Scores",
    "weights": "MqmWeights Rule",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
