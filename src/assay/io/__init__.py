"""Readers: the user's files to evaluation sets and outputs, each as columns with one row a segment.

Plain text is streamed (`TextFiles`); tables, mteval SGML, WMT XML and translators' files are read whole.
`open_inputs` decides which it is. Whatever a file holds, a reader returns columns or raises an `AssayError` that
says where, what, what next; what stops nothing but should be known is an `AssayWarning`. A reader is imported when
it is first asked for.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.io.knowledge import Pairs, read_counts, read_domains, read_labels, read_links, read_pairs
    from assay.io.mqm_weights import packaged_weights, read_weights
    from assay.io.opening import STDIN, Content, check_rereadable, contents, empty_file, head, label, watched
    from assay.io.options import FileOptions, JudgementOptions, split_names
    from assay.io.ratings.checks import check_systems
    from assay.io.ratings.registry import read_judgements, recognised, write_judgements
    from assay.io.ratings.selection import of_chosen_systems, of_pair, open_judgements, single_systems
    from assay.io.raw_files import RawFile, RawSet, raw_lines, read_raw, read_raw_set
    from assay.io.runs import find_inputs, fingerprint, input_states, read_run, write_run
    from assay.io.scores.files import read_scores
    from assay.io.scores.joined import join_scores
    from assay.io.scores.mtme import Tree, open_tree
    from assay.io.scores.mtme_files import write_scores
    from assay.io.texts.columns import Columns, parse_columns
    from assay.io.texts.inputs import kind, open_inputs, open_set
    from assay.io.texts.lines import decoded
    from assay.io.texts.names import (
        base_name,
        expanded,
        reference_paths,
        refuse_stdin_twice,
        run_files,
        split_name,
        stem,
        system_paths,
    )
    from assay.io.texts.sgml import read_sgml
    from assay.io.texts.table import binary_form, read_table
    from assay.io.texts.textfiles import TextFiles, read_texts
    from assay.io.texts.wmt_xml import read_xml
    from assay.io.units.flagging import flag_po, flagged
    from assay.io.units.glossaries import read_glossary, read_tbx
    from assay.io.units.notes import Note, read_notes
    from assay.io.units.unit_files import read_units, read_without_references
    from assay.io.units.units import Languages, parse_languages
    from assay.io.writing import check_writable, will_be_file, write_file

__all__ = [
    "STDIN",
    "Columns",
    "Content",
    "FileOptions",
    "JudgementOptions",
    "Languages",
    "Note",
    "Pairs",
    "RawFile",
    "RawSet",
    "TextFiles",
    "Tree",
    "base_name",
    "binary_form",
    "check_rereadable",
    "check_systems",
    "check_writable",
    "contents",
    "decoded",
    "empty_file",
    "expanded",
    "find_inputs",
    "fingerprint",
    "flag_po",
    "flagged",
    "head",
    "input_states",
    "join_scores",
    "kind",
    "label",
    "of_chosen_systems",
    "of_pair",
    "open_inputs",
    "open_judgements",
    "open_set",
    "open_tree",
    "packaged_weights",
    "parse_columns",
    "parse_languages",
    "raw_lines",
    "read_counts",
    "read_domains",
    "read_glossary",
    "read_judgements",
    "read_labels",
    "read_links",
    "read_notes",
    "read_pairs",
    "read_raw",
    "read_raw_set",
    "read_run",
    "read_scores",
    "read_sgml",
    "read_table",
    "read_tbx",
    "read_texts",
    "read_units",
    "read_weights",
    "read_without_references",
    "read_xml",
    "recognised",
    "reference_paths",
    "refuse_stdin_twice",
    "run_files",
    "single_systems",
    "split_name",
    "split_names",
    "stem",
    "system_paths",
    "watched",
    "will_be_file",
    "write_file",
    "write_judgements",
    "write_run",
    "write_scores",
]
__getattr__, __dir__ = open_door(__name__)
