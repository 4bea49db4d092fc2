"""Studies of human evaluation: campaigns in a database, pages in a browser, nothing lost that was acknowledged.

    serve(ServeOptions(database="campaigns.db"), say=print)      # until it is told to end

A product on top of the workbench, which nothing else imports: `extension` says what it adds to it. What is decided is
decided in `campaigns`, on values; `store` keeps the append-only log, `auth` knows who may enter, `desk` is what can be
asked of campaigns, `app` has the routes (only it knows the web framework), `pages` the templates, `dashboard` and
`reports` what is said of a study under way, `bench` the page that makes reports of dropped files, `questions` what may
be asked of campaigns, `commands` the commands `campaign` and `serve`, `functions` what Python calls.
"""

from assay.doors import open_door

HOMES = {
    "auth": "EVERY Identity",
    "desk": "Desk check_campaign_name check_names check_person_name",
    "exports": "campaign_overview export_campaign export_site",
    "films": "edited_units export_postedits film_of",
    "judgements": "from_database set_from_database",
    "archives": "audit campaign_status export_log import_log people_of read_log",
    "options": (
        "DATABASE USUAL_URL DatabaseOptions ServeOptions check_url is_database require_server "
        "without_password"
    ),
    "server": "Started serve",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
