"""Files to values and back: texts of sets, translators' files, judgements, scores, run files.

`open_set` reads an evaluation set and outputs whatever the format (plain text in shards; tables, mteval SGML, WMT XML,
XLSX, Parquet and translators' files whole), and `open_judgements` what people said, each as options name them:

    for evalset, outputs in open_set(FileOptions(systems=("a.txt", "b.txt"), reference=("ref.txt",))):
        ...
    judgements = open_judgements(JudgementOptions("ratings.tsv", without_systems=("*-tutorial",)))

Texts:         FileOptions, open_set; read_texts, read_table; sketch_file (what is it?), FileSketch
For checks:    read_raw_set (whatever is in them), RawFile
From Arrow:    arrow_sets (of record batches), arrow_texts (of a column)
Without refs:  lacks_references, read_bilingual (source and outputs alone), open_unreferenced (the same as shards),
               are_outputs (one a file)
Translators:   read_units (XLIFF, TMX, PO), read_glossary (TBX, tables); read_notes, add_notes (into XLIFF and PO)
Judgements:    JudgementOptions, open_judgements; read_judgements; write_judgements, encode_judgements (to bytes);
               read_weights of marked errors
Scores:        read_scores of any program, join_scores, write_scores; open_tree (a test set of mt-metrics-eval)
Post-edits:    PostEditFiles, open_postedits; read_postedits, log_postedits, write_log
Runs:          is_run, read_run, write_run, fingerprint
Large sets:    find_shards (which files belong together), ShardFiles; read_part, write_part, part_name,
               part_files, holds_parts; read_arrays, write_arrays, packed_arrays; segment_rows (a row a segment, as
               Parquet), write_scored, scored_form, shard_batches, ScoreColumns (scores beside the rows of a table)
Grids:         find_grid (systems by directions, from patterns), GridFiles, Direction; read_groups of languages
Formats:       Format, formats_of a kind, all_formats, recognise; Source, look_at its Head, Table
Of others:     FileReader, reader_offers, open_reader, package_of, check_reader (readers of other packages)
JSON:          read_json, parse_json, JsonError; shaped (a value as a declared dataclass), Within (a range), ShapeError
Arrays:        read_array, ArrayError (NumPy's files)
Any file:      size_limit, the most that is read as a whole; is_read_of (which files of a folder are input)
Published:     read_published sets of sacreBLEU's folder, WMT and mt-metrics-eval; encoded_lines of any encoding
Models:        read_encoder, encoder_digest (the folder of a BERT or XLM-R encoder); read_combined_model,
               combined_model_file, rounded_model (a combination of metrics); read_language_model, train_arpa
Beside a set:  read_labels, read_links, read_counts, read_domains, read_pairs, read_parses (CoNLL-U)
Phrases:       read_phrase_table of Moses, paraphrase_file
Lexicons:      read_phrase_pairs (paraphrases), read_synsets, read_thesaurus, read_vectors

What a user names is a `Source`, opened and looked at once (`look_at`); what has columns becomes a `Table`, whatever
shape it was in (`tables`, with the one list of what columns may be called); what it means is a `Format` of one of six
kinds (`formats`, `docs/adding-formats.md`). Whatever a file holds, a reader
returns values or raises an `AssayError` that says where, what, what next; what stops nothing but should be known is an
`AssayWarning` or a `Remark`. A reader is imported when it is first asked for.
"""

from assay.doors import open_door

HOMES = {
    "bilingual": "lacks_references open_unreferenced read_bilingual",
    "checked.json_values": "parse_json",
    "checked.shapes": "ShapeError Within shaped",
    "formats": "Format Sign formats_of",
    "knowledge": "Pairs read_labels read_links",
    "lexicons": "read_vectors",
    "models.combinations": "CombinedModel",
    "opening": "STDIN Named Source contents head label listed parse_size shown size_limit",
    "options": "FileOptions JudgementOptions PostEditFiles split_names",
    "postedits.registry": "open_postedits read_postedits",
    "ratings.checks": "check_systems",
    "ratings.formats.graham": "read_segment_scores",
    "ratings.mqm_weights": "read_weights",
    "ratings.registry": "encode_judgements read_judgements recognised write_judgements",
    "ratings.selection": "open_judgements single_systems",
    "raw_files": "RawFile RawSet",
    "readers": "check_reader",
    "runs": "fingerprint is_run read_run",
    "scores.files": "join_scores read_scores",
    "scores.mtme": "open_tree",
    "scores.mtme_files": "write_scores",
    "sides.beside": "texts_of",
    "tables.head": "Head",
    "tables.table": "Table",
    "texts.columns": "Columns parse_columns",
    "texts.inputs": "open_set",
    "texts.table": "read_table",
    "texts.textfiles": "read_lines read_texts",
    "units.flagging": "add_notes",
    "units.glossaries": "read_glossary",
    "units.notes": "Note",
    "units.unit_files": "read_units",
    "units.units": "parse_languages",
    "writing": "check_writable make_private write_file",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
