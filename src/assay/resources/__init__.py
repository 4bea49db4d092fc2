"""What a metric may draw on while it works: processor cores, and word lists, tables and models of the user's store.

    stats = metric.prepare(evalset, Resources(threads=2))

`resources.get("meteor-en")` opens what is in the store (`store_folder`; ASSAY_RESOURCES or `--resources` move it): a
`Resource` with its files (`path`, `array`: memory-mapped) and the name that signatures call it by (`identity`). What is
not there is a `ResourceMissingError` that names the command. `known_resources` is the catalogue. Only
`install_resource` fetches anything, by pip, and `add_resource` takes a file or folder of the user's. A resource appears
in the store as a whole or not at all. `installed_identity` is its name in signatures without opening it.

`phrase_table` makes a phrase table of a bitext, and `extract_paraphrases` paraphrases of any phrase table, without
`common_words`, as `ParaphraseOptions` say.

A `Stemming` gives words the hashes of their stems: `snowball_stemming`, `table_stemming`, or `stemming_by` a function
such as a `snowball_stemmer`.

`data_folder` is where a user's data lies, `file_digest` the checksum of a file.

Tables are compiled to sorted hashes with values (`Lookup`), which the kernel reads where they lie.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.resources.catalogue import Entry, entry_of, known_resources
    from assay.resources.compiling import write_lookup, write_paraphrases
    from assay.resources.installing import add_resource, install_resource, write_resource
    from assay.resources.options import ParaphraseOptions
    from assay.resources.paraphrasing import common_words, extract_paraphrases
    from assay.resources.phrase_tables import phrase_table
    from assay.resources.stemming import (
        Stemming,
        snowball_stemmer,
        snowball_stemming,
        stemming_by,
        table_stemming,
    )
    from assay.resources.store import (
        Lookup,
        Resource,
        Resources,
        check_resource,
        data_folder,
        file_digest,
        installed_identity,
        is_installed,
        list_installed,
        store_at,
        store_folder,
    )

__all__ = [
    "Entry",
    "Lookup",
    "ParaphraseOptions",
    "Resource",
    "Resources",
    "Stemming",
    "add_resource",
    "check_resource",
    "common_words",
    "data_folder",
    "entry_of",
    "extract_paraphrases",
    "file_digest",
    "install_resource",
    "installed_identity",
    "is_installed",
    "known_resources",
    "list_installed",
    "phrase_table",
    "snowball_stemmer",
    "snowball_stemming",
    "stemming_by",
    "store_at",
    "store_folder",
    "table_stemming",
    "write_lookup",
    "write_paraphrases",
    "write_resource",
]
__getattr__, __dir__ = open_door(__name__)
