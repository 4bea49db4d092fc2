"""The tables: the log, who may enter, the secret that blinds screens, and what is computed from the log.

`answers` and `snapshots` can be made again from `events`; nothing else can, and no event is ever taken out.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

METADATA = MetaData()

EVENTS = Table(
    "events",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("campaign", String(100), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("actor", String(100), nullable=False),
    Column("key", String(100), nullable=False),
    # JSON in ASCII: no text of a user can be refused by a database
    Column("payload", Text, nullable=False),
    Index("events_campaign", "campaign", "number"),
    Index("events_kind", "campaign", "kind"),
    Index("events_actor", "campaign", "actor"),
    Index(
        "events_key",
        "campaign",
        "actor",
        "key",
        unique=True,
        sqlite_where=text("key <> ''"),
        postgresql_where=text("key <> ''"),
    ),
)

ANSWERS = Table(
    "answers",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("campaign", String(100), nullable=False),
    Column("annotator", String(100), nullable=False),
    Column("item", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("seconds", Double),  # at work on it, as the browser counts
    Column("elapsed", Double),  # from showing it to sending it
    Column("responses", Text, nullable=False),  # JSON
    Column("positions", Text, nullable=False),  # JSON
    Column("wording", String(40), nullable=False),
    Column("version", String(40), nullable=False),
    Index("answers_campaign", "campaign", "number"),
    Index("answers_of", "campaign", "annotator", "item", "step", unique=True),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("campaign", String(100), primary_key=True),
    Column("version", String(40), nullable=False),
    Column("number", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("state", Text, nullable=False),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False),
    Column("campaign", String(100), nullable=False),
    Column("role", String(20), nullable=False),
    Column("name", String(100), nullable=False),
    Column("kind", String(20), nullable=False),  # link or session
    Column("until", Double, nullable=False),
    Index("tokens_of", "campaign", "name"),
)

LAYOUT = Table("layout", METADATA, Column("number", Integer, primary_key=True, autoincrement=False))

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)
