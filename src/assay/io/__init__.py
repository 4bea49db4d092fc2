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
Of others:     FileReader, reader_offers, open_reader, package_of, check_reader (readers of other packages)
Any file:      size_limit, the most that is read as a whole; is_read_of (which files of a folder are input)
Published:     read_published sets of sacreBLEU's folder, WMT and mt-metrics-eval; encoded_lines of any encoding
Models:        read_encoder, encoder_digest (the folder of a BERT or XLM-R encoder); read_combined_model,
               combined_model_file, rounded_model (a combination of metrics); read_language_model, train_arpa
Beside a set:  read_labels, read_links, read_counts, read_domains, read_pairs, read_parses (CoNLL-U)
Phrases:       read_phrase_table of Moses, paraphrase_file
Lexicons:      read_phrase_pairs (paraphrases), read_synsets, read_thesaurus, read_vectors

A format of judgements is one module in `ratings/formats`, a declared map of columns that serves both directions, and
one line in `ratings/registry`; forms of score files are listed in `scores/files`. Whatever a file holds, a reader
returns values or raises an `AssayError` that says where, what, what next; what stops nothing but should be known is an
`AssayWarning` or a `Remark`. A reader is imported when it is first asked for.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.io.bilingual import are_outputs, lacks_references, open_unreferenced, read_bilingual
    from assay.io.conllu import read_parses
    from assay.io.drafts import tidy_drafts
    from assay.io.folders import is_read_of
    from assay.io.knowledge import (
        Pairs,
        read_counts,
        read_domains,
        read_labels,
        read_links,
        read_numbers,
        read_pairs,
    )
    from assay.io.large.grids import Direction, GridFiles, find_grid, read_groups
    from assay.io.large.parts import (
        Arrays,
        holds_parts,
        packed_arrays,
        part_files,
        part_name,
        read_arrays,
        read_part,
        write_arrays,
        write_part,
    )
    from assay.io.large.row_files import RowWriter, segment_rows
    from assay.io.large.scored_tables import ScoreColumns, scored_form, shard_batches, write_scored
    from assay.io.large.shards import ShardFiles, find_shards
    from assay.io.lexicons import (
        paraphrase_file,
        read_phrase_pairs,
        read_phrase_table,
        read_synsets,
        read_thesaurus,
        read_vectors,
    )
    from assay.io.models.combinations import (
        CombinedModel,
        ModelMember,
        combined_model_file,
        read_combined_model,
        rounded_model,
    )
    from assay.io.models.encoder_folders import EncoderFolder, encoder_digest, encoder_layers, read_encoder
    from assay.io.models.language_models import read_language_model, train_arpa
    from assay.io.models.linear_models import LinearModel, linear_model_files, read_linear_model
    from assay.io.opening import (
        MAX_SIZE,
        STDIN,
        Content,
        check_rereadable,
        contents,
        empty_file,
        head,
        label,
        parse_size,
        shown,
        size_limit,
    )
    from assay.io.options import FileOptions, JudgementOptions, PostEditFiles, split_names
    from assay.io.postedits.own import log_postedits, write_log
    from assay.io.postedits.registry import open_postedits, read_postedits
    from assay.io.ratings.checks import check_systems
    from assay.io.ratings.formats.graham import read_segment_scores
    from assay.io.ratings.mqm_weights import packaged_weights, read_weights
    from assay.io.ratings.registry import encode_judgements, read_judgements, recognised, write_judgements
    from assay.io.ratings.selection import of_chosen_systems, of_pair, open_judgements, single_systems
    from assay.io.raw_files import RawFile, RawSet, raw_lines, read_raw_set
    from assay.io.readers import FileReader, check_reader, open_reader, package_of, reader_offers
    from assay.io.runs import find_inputs, fingerprint, input_states, is_run, read_run, write_run
    from assay.io.scores.files import join_scores, read_scores
    from assay.io.scores.mtme import Tree, open_tree
    from assay.io.scores.mtme_files import write_scores
    from assay.io.studies.recognising import read_study
    from assay.io.testsets.formats import encoded_lines, open_encoded
    from assay.io.testsets.published import (
        default_references,
        published_files,
        published_pairs,
        published_sets,
        read_published,
    )
    from assay.io.texts.batches import arrow_sets, arrow_texts
    from assay.io.texts.columns import Columns, parse_columns
    from assay.io.texts.inputs import open_set
    from assay.io.texts.lines import decoded
    from assay.io.texts.names import base_name, expanded, run_files, split_name, system_paths
    from assay.io.texts.sketches import FileSketch, SketchPart, form_name, sketch_file
    from assay.io.texts.table import read_table
    from assay.io.texts.textfiles import read_nbest, read_references, read_texts
    from assay.io.toml_files import packaged_toml, read_toml
    from assay.io.units.flagging import add_notes
    from assay.io.units.glossaries import read_glossary
    from assay.io.units.notes import Note, notes_table, read_notes
    from assay.io.units.unit_files import read_units
    from assay.io.units.units import Languages, parse_languages
    from assay.io.writing import check_writable, will_be_file, write_file

__all__ = [
    "MAX_SIZE",
    "STDIN",
    "Arrays",
    "Columns",
    "CombinedModel",
    "Content",
    "Direction",
    "EncoderFolder",
    "FileOptions",
    "FileReader",
    "FileSketch",
    "GridFiles",
    "JudgementOptions",
    "Languages",
    "LinearModel",
    "ModelMember",
    "Note",
    "Pairs",
    "PostEditFiles",
    "RawFile",
    "RawSet",
    "RowWriter",
    "ScoreColumns",
    "ShardFiles",
    "SketchPart",
    "Tree",
    "add_notes",
    "are_outputs",
    "arrow_sets",
    "arrow_texts",
    "base_name",
    "check_reader",
    "check_rereadable",
    "check_systems",
    "check_writable",
    "combined_model_file",
    "contents",
    "decoded",
    "default_references",
    "empty_file",
    "encode_judgements",
    "encoded_lines",
    "encoder_digest",
    "encoder_layers",
    "expanded",
    "find_grid",
    "find_inputs",
    "find_shards",
    "fingerprint",
    "form_name",
    "head",
    "holds_parts",
    "input_states",
    "is_read_of",
    "is_run",
    "join_scores",
    "label",
    "lacks_references",
    "linear_model_files",
    "log_postedits",
    "notes_table",
    "of_chosen_systems",
    "of_pair",
    "open_encoded",
    "open_judgements",
    "open_postedits",
    "open_reader",
    "open_set",
    "open_tree",
    "open_unreferenced",
    "package_of",
    "packaged_toml",
    "packaged_weights",
    "packed_arrays",
    "paraphrase_file",
    "parse_columns",
    "parse_languages",
    "parse_size",
    "part_files",
    "part_name",
    "published_files",
    "published_pairs",
    "published_sets",
    "raw_lines",
    "read_arrays",
    "read_bilingual",
    "read_combined_model",
    "read_counts",
    "read_domains",
    "read_encoder",
    "read_glossary",
    "read_groups",
    "read_judgements",
    "read_labels",
    "read_language_model",
    "read_linear_model",
    "read_links",
    "read_nbest",
    "read_notes",
    "read_numbers",
    "read_pairs",
    "read_parses",
    "read_part",
    "read_phrase_pairs",
    "read_phrase_table",
    "read_postedits",
    "read_published",
    "read_raw_set",
    "read_references",
    "read_run",
    "read_scores",
    "read_segment_scores",
    "read_study",
    "read_synsets",
    "read_table",
    "read_texts",
    "read_thesaurus",
    "read_toml",
    "read_units",
    "read_vectors",
    "read_weights",
    "reader_offers",
    "recognised",
    "rounded_model",
    "run_files",
    "scored_form",
    "segment_rows",
    "shard_batches",
    "shown",
    "single_systems",
    "size_limit",
    "sketch_file",
    "split_name",
    "split_names",
    "system_paths",
    "tidy_drafts",
    "train_arpa",
    "will_be_file",
    "write_arrays",
    "write_file",
    "write_judgements",
    "write_log",
    "write_part",
    "write_run",
    "write_scored",
    "write_scores",
]
__getattr__, __dir__ = open_door(__name__)
