"""Who may enter: links and sessions, of which only the hash is stored."""

from __future__ import annotations

import re

from sqlalchemy import Connection, delete, insert, select

from assay.server.auth import Identity, Token, new_token, same_token
from assay.server.store.tables import TOKENS

LINK, SESSION = "link", "session"
FORM = re.compile("[A-Za-z0-9_-]{10,100}")


def mint(connection: Connection, identity: Identity, kind: str, until: float) -> str:
    """Store a new token for somebody, and return it: it can never be shown again."""
    token = new_token()
    connection.execute(
        insert(TOKENS).values(
            id=token.id,
            hash=token.hash,
            campaign=identity.campaign,
            role=identity.role,
            name=identity.name,
            kind=kind,
            until=until,
        )
    )
    return token.text


def identify(connection: Connection, text: str, kind: str, now: float) -> Identity | None:
    """Return whose token this is, None where it is nobody's or has run out."""
    if not FORM.fullmatch(text):
        return None  # nor is it what every database can look for
    token = Token.of(text)
    row = connection.execute(select(TOKENS).where(TOKENS.c.id == token.id)).first()
    if row is None or not same_token(row.hash, token.hash) or row.kind != kind or row.until < now:
        return None
    return Identity(row.campaign, row.role, row.name)


def purge(connection: Connection, until: float) -> None:
    """Forget links and sessions that ran out before a time."""
    connection.execute(delete(TOKENS).where(TOKENS.c.until < until))


def revoke(connection: Connection, campaign: str, name: str | None = None) -> None:
    """Make all links and sessions of somebody, or of all in a campaign, worth nothing."""
    whose = TOKENS.c.campaign == campaign
    connection.execute(delete(TOKENS).where(whose if name is None else whose & (TOKENS.c.name == name)))
