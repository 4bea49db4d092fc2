"""The dashboard: how far campaigns are and what they say so far, computed in a process of its own.

`progress` reads the state in memory, `computation` the answers in the database, `board` keeps what was computed until
something new has come in, and `site` writes a finished study as pages that need no server.
"""
