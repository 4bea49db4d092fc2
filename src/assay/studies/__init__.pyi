# Written by tools/doors.py from the map in __init__.py.
from assay.studies.archives import audit as audit
from assay.studies.archives import campaign_status as campaign_status
from assay.studies.archives import export_log as export_log
from assay.studies.archives import import_log as import_log
from assay.studies.archives import people_of as people_of
from assay.studies.archives import read_log as read_log
from assay.studies.auth import EVERY as EVERY
from assay.studies.auth import Identity as Identity
from assay.studies.desk import Desk as Desk
from assay.studies.desk import check_campaign_name as check_campaign_name
from assay.studies.desk import check_names as check_names
from assay.studies.desk import check_person_name as check_person_name
from assay.studies.exports import campaign_overview as campaign_overview
from assay.studies.exports import export_campaign as export_campaign
from assay.studies.exports import export_site as export_site
from assay.studies.films import edited_units as edited_units
from assay.studies.films import export_postedits as export_postedits
from assay.studies.films import film_of as film_of
from assay.studies.judgements import from_database as from_database
from assay.studies.judgements import set_from_database as set_from_database
from assay.studies.options import DATABASE as DATABASE
from assay.studies.options import USUAL_URL as USUAL_URL
from assay.studies.options import DatabaseOptions as DatabaseOptions
from assay.studies.options import ServeOptions as ServeOptions
from assay.studies.options import check_url as check_url
from assay.studies.options import is_database as is_database
from assay.studies.options import require_server as require_server
from assay.studies.options import without_password as without_password
from assay.studies.server import Started as Started
from assay.studies.server import serve as serve

__all__: list[str]
