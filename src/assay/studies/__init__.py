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
    "server": "serve",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
