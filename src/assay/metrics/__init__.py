"""Metrics: text to rows of numbers that add, sums of rows to scores.

A metric is a frozen dataclass whose fields are its options; its statistics have one row a segment. Scores of a corpus,
a document or a shard, intervals and paired tests are arithmetic on these rows: a metric says no more than how rows are
made and what their sums are worth.

    metrics = [parse_metric("bleu:lowercase"), parse_metric("chrf")]    # by name and options
    evaluation = evaluate([(evalset, outputs)], metrics)                 # shards of EvalSet and Outputs -> Evaluation
    stats = evaluation.stats[metrics[0], "system A"]                     # Stats: one system, one metric
    stats.total(), stats.each(), stats.collapse(evalset.document)        # of the corpus, of segments, by document
    evaluation.signature(metrics[0])                                     # all that decided the figures

By name   `parse_metric` reads a specification or a signature; `spec_of`, `signature_of` and `short_signature_of` write
          them. `METRICS` are all by name, imported when asked for, `ALIASES` other names; `options_of`, `presets_of`
          and `files_of` say what can be set, and which files a metric reads. `labels` and `distinct_labels` are heads.
To apply  `evaluate`, `Evaluation`, `Stats`; `check_lengths` of outputs, and `with_tokenised_warning`,
          which counts `tokenised_lines`.
          `shard_rows` are the rows of one shard; a `Tabled` metric learns `Information` of the whole set first,
          which `write_table` and `read_table` keep in a file (`table_file`).
To mark   A `Marking` metric also marks errors in outputs, as people do.
          `needs_of` a metric are references, the source, or nothing; `need_no_references` asks it of several,
          `ask_plugins` whether any of them does.
To cross  A `Crossing` metric counts every output next to every reference faster than pair by pair.
To align  An `Aligning` metric also says word by word how an output differs: `WordAlignment`, `OPERATIONS`; or which
          words it pairs: `LinkedWords`; `align_set` aligns a whole set, as `AlignOptions` ask for it.
To write  `Metric` is the protocol and `StatsFn` what it prepares; `option` declares an option, `ratio` divides.
          It takes one file and one line in `registry`, or an entry point in a package of its own; `check_laws` says
          whether it keeps the laws of the family.
To train  `train_meteor` finds the parameters of a `Meteor` (`parse_meteor`) that agree best with what people say,
          `Judged`, as `TrainOptions` ask for it: `Trained`, with a `Setting` for each of the best.
Estimate  `estimate_quality` says of outputs what needs no reference, as `EstimateOptions` ask, and how like it is to
          texts `Beside` it: `Estimates`; `quality_features`, as `FeatureOptions` allow them, are what a model of
          quality is learnt from.
Ours      `Bleu` with its `SmoothingMethod`, `Chrf`, `Nist`, `Ter`: for those who build them without a specification.
"""

from assay.doors import open_door

HOMES = {
    "base": "Metric Stats StatsFn need_no_references ratio",
    "edits.aligned_sets": "AlignedSegments",
    "edits.alignment": "Aligning LinkedWords WordAlignment",
    "edits.ter": "Ter",
    "evaluation": "Evaluation check_lengths evaluate shard_rows",
    "meaning.meteor.metric": "Meteor",
    "meaning.meteor.training": "Judged Trained",
    "ngrams.bleu": "Bleu",
    "ngrams.chrf": "Chrf",
    "ngrams.information_files": "read_table",
    "ngrams.nist": "Nist",
    "options": "AlignOptions FeatureOptions MetricOptions block_size",
    "registry": "ALIASES METRICS",
    "specs": "labels options_of parse_metric short_signature_of signature_of spec_of",
    "unreferenced.estimates": "Beside Estimates",
    "assay.options": "option",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
