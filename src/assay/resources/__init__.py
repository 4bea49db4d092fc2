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

HOMES = {
    "catalogue": "entry_of",
    "phrase_tables": "phrase_table",
    "store": "Resources data_folder is_installed store_at",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
