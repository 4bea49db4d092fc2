"""The evaluation server: campaigns in a database, pages in a browser, nothing lost that was acknowledged.

    serve(ServeOptions(database="campaigns.db"), say=print)      # until it is told to end

`store` keeps the append-only log, `auth` knows who may enter, `desk` is what can be asked of campaigns, `app` has
the routes (only it knows the web framework) and `pages` the templates. What is decided is decided in
`assay.campaigns`, on values.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.server.auth import EVERY, Identity
    from assay.server.desk import Desk, check_campaign_name, check_names, check_person_name
    from assay.server.exporting import campaign_overview, export_campaign, export_site
    from assay.server.films import edited_units, export_postedits, film_of
    from assay.server.keeping import audit, campaign_status, export_log, import_log, people_of, read_log
    from assay.server.options import (
        DATABASE,
        USUAL_URL,
        DatabaseOptions,
        ServeOptions,
        check_url,
        without_password,
    )
    from assay.server.running import Started, serve

__all__ = [
    "DATABASE",
    "EVERY",
    "USUAL_URL",
    "DatabaseOptions",
    "Desk",
    "Identity",
    "ServeOptions",
    "Started",
    "audit",
    "campaign_overview",
    "campaign_status",
    "check_campaign_name",
    "check_names",
    "check_person_name",
    "check_url",
    "edited_units",
    "export_campaign",
    "export_log",
    "export_postedits",
    "export_site",
    "film_of",
    "import_log",
    "people_of",
    "read_log",
    "serve",
    "without_password",
]
__getattr__, __dir__ = open_door(__name__)
