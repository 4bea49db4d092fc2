"""The one thread of a process that writes: it gathers what waits, and answers only when that is on disk.

Every request is a function of a `Turn`. The thread opens one transaction for all that wait, takes in what other
processes have stored meanwhile, lets each request decide on the state in memory, stores the events, commits, and only
then hands out the replies. If anything fails, nothing was stored, and the state is read from the log again. Where not
even a transaction can begin, because the database is away, all that wait are told so at once.
"""

from __future__ import annotations

import gc
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from assay.errors import AssayError
from assay.studies.campaigns import Event
from assay.studies.campaigns.commands import NewEvent, RefusedError
from assay.studies.campaigns.state import CampaignState
from assay.studies.store.database import Database, MovedError, explained
from assay.studies.store.log import (
    Key,
    insert_events,
    last_number,
    load_state,
    payload_of,
    read_events,
    save_snapshot,
    stored_keys,
    whole,
)
from assay.studies.store.tables import SNAPSHOTS

MOST = 200  # requests in one transaction
PROBE = 50_000  # bytes that are written to see whether there is room again
FORGET_AGAIN = (
    # Seconds until what was erased is taken out of SQLite's files again, where somebody was reading them
    5.0
)
SNAPSHOT_EVERY = 20_000  # events at least, and a tenth of all
Reply = TypeVar("Reply")
Work = Callable[["Turn"], Any]


@dataclass(frozen=True)
class Waiting:
    """A request that waits for its turn."""

    work: Work
    future: Future[Any]
    keys: tuple[Key, ...] = ()  # by which it, or a part of it, may have been stored before


class StorageError(AssayError):
    """Nothing was stored, because the database could not: it is full, locked or gone."""


AWAY = StorageError("nothing was stored: the database is away")


class Turn:
    """What a request may do while it has the database to itself."""

    def __init__(
        self, connection: Connection, states: dict[str, CampaignState], number: int, keys: set[Key]
    ) -> None:
        self.connection = connection
        self.now = time.time()
        self._states, self._number = states, number
        self._events: list[Event] = []
        self._keys = keys
        self.erases = False  # whether somebody withdraws
        self.wrote = False

    def state(self, campaign: str) -> CampaignState | None:
        """Return the state of a campaign, None where there is no such one."""
        if campaign not in self._states:
            self.flush()
            state = load_state(self.connection, campaign)
            if state is None:
                return None
            self._states[campaign] = state
            # A definition is millions of objects that stay: looking through them stops all for a moment
            gc.freeze()
        return self._states[campaign]

    def knows(self, campaign: str, actor: str, key: str) -> bool:
        """Tell whether the key of this request was used before: what is sent twice is stored once."""
        return (campaign, actor, key) in self._keys

    def stored(self, campaign: str, actor: str, key: str) -> dict[str, Any] | None:
        """Return the payload of the event with a key, None where there is none."""
        if not key:
            return None
        self.flush()
        return payload_of(self.connection, (campaign, actor, key))

    def append(self, campaign: str, events: Iterable[NewEvent]) -> None:
        """Add events to the log; they are in the state at once, and on disk before anybody is told."""
        state = self._states.get(campaign)
        for new in events:
            self._number += 1
            event = Event(self._number, self.now, campaign, new.kind, new.actor, new.key, dict(new.payload))
            if state is not None:
                state.apply(event)
            self._events.append(event)
            if event.key:
                self._keys.add((campaign, event.actor, event.key))

    def restore(self, campaign: str, events: Iterable[Event]) -> None:
        """Add events of another log as they are, but for their numbers."""
        for event in events:
            self._number += 1
            self._events.append(replace(event, number=self._number, campaign=campaign))

    def probe(self) -> None:
        """Write as much as an answer takes, and take it out again: fails where nothing can be stored.

        The commit writes both: SQLite zeroes the pages that are freed (`secure_delete`), and so has to write them,
        while of what is rolled back it may never have written anything. No database can make random text smaller.
        """
        probe = {"campaign": "", "version": "", "number": 0, "state": secrets.token_hex(PROBE // 2)}
        self.connection.execute(insert(SNAPSHOTS).values(probe))
        self.connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.campaign == ""))
        self.wrote = True

    def flush(self) -> int:
        """Write what was added; return the number of the last event."""
        insert_events(self.connection, self._events)
        self.wrote |= bool(self._events)
        self.erases |= any(event.kind == "withdrawn" for event in self._events)
        self._events = []
        return self._number


class Writer:
    """The thread that writes, and the states in memory that only it touches."""

    def __init__(self, database: Database, tell: Callable[[str], object] = bool) -> None:
        self._database, self._tell = database, tell
        self.trouble = ""  # why nothing can be stored, as far as is known
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._states: dict[str, CampaignState] = {}
        self._snapshots: dict[str, int] = {}
        self._seen = 0
        self._begun = True  # the last transaction
        self._erased = (
            # Something that is still in SQLite's files; a server that was killed may have left it
            True
        )
        self._thread = threading.Thread(target=self._run, name="assay-writer", daemon=True)

    def __enter__(self) -> Writer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Do all that waits, then end."""
        self._waiting.put(None)
        self._thread.join()

    def ask(self, work: Callable[[Turn], Reply], *keys: Key) -> Future[Reply]:
        """Queue a request, with the keys that it has; its reply is there when all it stored is on disk."""
        future: Future[Reply] = Future()
        self._waiting.put(Waiting(work, future, keys))
        return future

    def _run(self) -> None:
        ending = False
        while not ending:
            batch, ending = self._gather()
            self._do(batch)
            if self._erased:
                # Whatever it is: it is tried again, and answers do not wait for it
                with suppress(Exception):
                    self._erased = not self._database.forget()
        if not self._database.is_frozen:
            self._do([Waiting(self._keep_all, Future())])

    def _gather(self) -> tuple[list[Waiting], bool]:
        """Wait for a request, and take all that wait with it; none where something is still to be forgotten."""
        try:
            first = self._waiting.get(timeout=FORGET_AGAIN if self._erased else None)
        except queue.Empty:
            return [], False
        if first is None:
            return [], True
        batch = [first]
        while len(batch) < MOST:
            try:
                more = self._waiting.get_nowait()
            except queue.Empty:
                break
            if more is None:
                return batch, True
            batch.append(more)
        return batch, False

    def _do(self, batch: list[Waiting]) -> None:
        """Do requests in one transaction; where that fails, each in its own, so that one cannot harm another."""
        if not batch:
            return
        try:
            replies = self._transact(batch)
        except Exception as error:
            self._failed(batch, error)
            return
        for waiting, reply in zip(batch, replies, strict=True):
            _settle(waiting.future, reply)

    def _note(self, trouble: str) -> None:
        """Keep why nothing can be stored, and tell when that begins and when it is over."""
        if bool(trouble) != bool(self.trouble):
            words = f"nothing can be stored: {trouble}" if trouble else "answers are stored again"
            # What hears it may be closed, or a file on the disk that is full
            with suppress(OSError, ValueError):
                self._tell(f"{time.strftime('%Y-%m-%d %H:%M:%S')}: {words}")
        self.trouble = trouble

    def _failed(self, batch: list[Waiting], error: Exception) -> None:
        """Try each request alone, as long as the database is there; else all are told why they failed."""
        if isinstance(error, (DBAPIError, MovedError)) and not isinstance(error, (IntegrityError, DataError)):
            self._note(explained(error))
        alone = len(batch) > 1 and self._begun
        if self._begun:
            self._states.clear()
        for each in batch:
            if alone and self._begun:
                self._do([each])
            else:
                _settle(each.future, AWAY if alone else _storage_error(error))

    def _transact(self, batch: list[Waiting]) -> list[Any]:
        self._begun = False
        with self._database.writing.begin() as connection:
            self._database.lock(connection)
            self._begun = True
            self._catch_up(connection)
            keys = stored_keys(connection, [key for waiting in batch for key in waiting.keys])
            turn = Turn(connection, self._states, self._seen, keys)
            replies = [_reply(waiting.work, turn) for waiting in batch]
            number = turn.flush()
            self._keep_some(connection)
        self._seen = number
        self._erased |= turn.erases
        if turn.wrote:
            self._note("")
        return replies

    def _catch_up(self, connection: Connection) -> None:
        """Take in what other processes have stored since."""
        if not self._states:
            self._seen = last_number(connection)
            return
        for event in read_events(connection, self._seen):
            if event.kind == "withdrawn":
                self._states.pop(event.campaign, None)  # earlier events have changed
            elif event.campaign in self._states:
                with whole(event.campaign):
                    self._states[event.campaign].apply(event)
            self._seen = event.number

    def _keep_some(self, connection: Connection) -> None:
        """Keep a snapshot of states that have grown by much."""
        for name, state in self._states.items():
            since = state.number - self._snapshots.setdefault(name, state.number)
            if since >= max(SNAPSHOT_EVERY, state.number // 10):
                save_snapshot(connection, state)
                self._snapshots[name] = state.number

    def _keep_all(self, turn: Turn) -> None:
        for state in self._states.values():
            save_snapshot(turn.connection, state)


def _reply(work: Work, turn: Turn) -> Any:
    """Return what a request replies, or the refusal it raised; anything else fails the whole transaction."""
    try:
        return work(turn)
    except (RefusedError, AssayError) as refusal:
        return refusal


def _settle(future: Future[Any], reply: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    if isinstance(reply, BaseException):
        future.set_exception(reply)
    else:
        future.set_result(reply)


def _storage_error(error: Exception) -> Exception:
    if isinstance(error, (DBAPIError, MovedError)):
        return StorageError(f"nothing was stored: {explained(error)}")
    return error
