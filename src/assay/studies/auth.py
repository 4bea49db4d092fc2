"""Tokens and who they stand for; how many bad ones a client may try; which requests come from our own pages."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Literal

Role = Literal["admin", "viewer", "annotator"]
OPEN = "open"  # in place of a role: whoever comes becomes an annotator
EVERY = "*"  # in place of a campaign: all of them
SECRET_BYTES = 30  # 240 bits, of which the first 60 find the row
ID_LENGTH = 10
LONGEST = 100  # characters of anything that may be a token


@dataclass(frozen=True)
class Identity:
    """Somebody who may enter: in which campaign, as what, under which name."""

    campaign: str
    role: str
    name: str

    def may_see(self, campaign: str) -> bool:
        """Tell whether this is somebody who may read results of a campaign."""
        return self.role in ("admin", "viewer") and self.campaign in (EVERY, campaign)

    def may_change(self, campaign: str) -> bool:
        """Tell whether this is somebody who may change a campaign."""
        return self.role == "admin" and self.campaign in (EVERY, campaign)


@dataclass(frozen=True)
class Token:
    """A secret text, what finds its row, and what is stored of it."""

    text: str = field(repr=False)
    id: str
    hash: bytes = field(repr=False)

    @classmethod
    def of(cls, text: str) -> Token:
        """Return the token that a text is."""
        cut = text[:LONGEST]
        return cls(cut, cut[:ID_LENGTH], hashlib.sha256(cut.encode("utf-8", "surrogatepass")).digest())


def new_token() -> Token:
    """Return a token that nobody can guess."""
    return Token.of(secrets.token_urlsafe(SECRET_BYTES))


def same_token(stored: bytes, given: bytes) -> bool:
    """Compare hashes in a time that tells nothing of where they differ."""
    return hmac.compare_digest(bytes(stored), given)


class BadTokens:
    """How many bad tokens each client has tried of late: after too many it has to wait."""

    def __init__(self, clock: Callable[[], float], most: int = 20, seconds: float = 60) -> None:
        self._clock, self._most, self._seconds = clock, most, seconds
        self._tries: dict[str, deque[float]] = {}

    def wait(self, client: str) -> float:
        """Return how many seconds a client has to wait, 0 where it need not."""
        tries = self._tries.get(client)
        if not tries:
            return 0.0
        return max(0.0, tries[0] + self._seconds - self._clock()) if len(tries) == self._most else 0.0

    def count(self, client: str) -> None:
        """Remember that a client tried a bad token."""
        now = self._clock()
        if len(self._tries) > 10_000:  # clients; those that have waited long enough are forgotten
            self._tries = {
                name: tries for name, tries in self._tries.items() if now - tries[-1] < self._seconds
            }
        self._tries.setdefault(client, deque(maxlen=self._most)).append(now)


def is_own_request(origin: str | None, fetch_site: str | None, own: Collection[str]) -> bool:
    """Tell whether a request that changes something comes from a page of ours, not from another site's."""
    return fetch_site in (None, "same-origin", "none") and (origin is None or origin in own)


def own_origins(scheme: str, host: str, url: str) -> tuple[str, ...]:
    """Return what our pages call themselves: the host that was asked for, or the address that people are given.

    Where a proxy does not say that it speaks TLS, only the browser knows.
    """
    return (url, f"https://{host}", *([f"http://{host}"] if scheme == "http" else []))
