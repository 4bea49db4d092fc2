# Written by tools/doors.py from the map in __init__.py.
from assay.server.auth import EVERY as EVERY
from assay.server.auth import Identity as Identity
from assay.server.desk import Desk as Desk
from assay.server.desk import check_campaign_name as check_campaign_name
from assay.server.desk import check_names as check_names
from assay.server.desk import check_person_name as check_person_name
from assay.server.exporting import campaign_overview as campaign_overview
from assay.server.exporting import export_campaign as export_campaign
from assay.server.exporting import export_site as export_site
from assay.server.films import edited_units as edited_units
from assay.server.films import export_postedits as export_postedits
from assay.server.films import film_of as film_of
from assay.server.judgements import from_database as from_database
from assay.server.judgements import set_from_database as set_from_database
from assay.server.keeping import audit as audit
from assay.server.keeping import campaign_status as campaign_status
from assay.server.keeping import export_log as export_log
from assay.server.keeping import import_log as import_log
from assay.server.keeping import people_of as people_of
from assay.server.keeping import read_log as read_log
from assay.server.options import DATABASE as DATABASE
from assay.server.options import USUAL_URL as USUAL_URL
from assay.server.options import DatabaseOptions as DatabaseOptions
from assay.server.options import ServeOptions as ServeOptions
from assay.server.options import check_url as check_url
from assay.server.options import is_database as is_database
from assay.server.options import require_server as require_server
from assay.server.options import without_password as without_password
from assay.server.running import Started as Started
from assay.server.running import serve as serve

__all__: list[str]
