"""Who may enter: links and sessions, of which only the hash is stored.

None is ever deleted: a clock that is wrong for a day would take all along. They open nothing once their time is over.
"""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from assay.studies.auth import Identity, Token, new_token, same_token
from assay.studies.store.tables import TOKENS

LINK, SESSION, REVOKED = "link", "session", "revoked"
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
    row = _row(connection, Token.of(text))
    if row is None or row.kind != kind or row.until < now:
        return None
    return Identity(row.campaign, row.role, row.name)


def was_given(connection: Connection, text: str) -> bool:
    """Tell whether this was once a link or a session, though it may have run out or been taken back."""
    return FORM.fullmatch(text) is not None and _row(connection, Token.of(text)) is not None


def revoke(connection: Connection, campaign: str, name: str | None = None) -> None:
    """Make all links and sessions of somebody, or of all in a campaign, worth nothing."""
    whose = TOKENS.c.campaign == campaign
    own = whose if name is None else whose & (TOKENS.c.name == name)
    connection.execute(update(TOKENS).where(own).values(kind=REVOKED))


def _row(connection: Connection, token: Token) -> Row[Any] | None:
    """Return what is stored of a token."""
    row = connection.execute(select(TOKENS).where(TOKENS.c.id == token.id)).first()
    return row if row is not None and same_token(row.hash, token.hash) else None
