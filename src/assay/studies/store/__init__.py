"""The append-only log in a database, and the one thread that writes it.

    database = open_database("campaigns.db")
    with Writer(database) as writer:
        reply = writer.ask(lambda turn: turn.append("spring", events)).result()

`tables` are the tables, `log` reads and writes events, `writer` gathers what waits into one transaction, and answers
only when it is on disk.
"""
