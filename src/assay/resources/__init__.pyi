# Written by tools/doors.py from the map in __init__.py.
from assay.resources.catalogue import Entry as Entry
from assay.resources.catalogue import entry_of as entry_of
from assay.resources.catalogue import known_resources as known_resources
from assay.resources.compilation import write_lookup as write_lookup
from assay.resources.compilation import write_paraphrases as write_paraphrases
from assay.resources.installation import add_resource as add_resource
from assay.resources.installation import install_resource as install_resource
from assay.resources.installation import write_resource as write_resource
from assay.resources.options import ParaphraseOptions as ParaphraseOptions
from assay.resources.phrase_tables import phrase_table as phrase_table
from assay.resources.pivot import common_words as common_words
from assay.resources.pivot import extract_paraphrases as extract_paraphrases
from assay.resources.stemming import Stemming as Stemming
from assay.resources.stemming import snowball_stemmer as snowball_stemmer
from assay.resources.stemming import snowball_stemming as snowball_stemming
from assay.resources.stemming import stemming_by as stemming_by
from assay.resources.stemming import table_stemming as table_stemming
from assay.resources.store import Lookup as Lookup
from assay.resources.store import Resource as Resource
from assay.resources.store import Resources as Resources
from assay.resources.store import check_resource as check_resource
from assay.resources.store import data_folder as data_folder
from assay.resources.store import file_digest as file_digest
from assay.resources.store import installed_identity as installed_identity
from assay.resources.store import is_installed as is_installed
from assay.resources.store import list_installed as list_installed
from assay.resources.store import store_at as store_at
from assay.resources.store import store_folder as store_folder

__all__: list[str]
