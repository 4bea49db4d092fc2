"""What can be asked of running campaigns: each request is one turn of the writer, decided by `campaigns`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from assay.errors import InputError, OptionError
from assay.studies.auth import EVERY, OPEN, Identity
from assay.studies.campaigns import Campaign, Event, answer, consent, open_link, situation, skip
from assay.studies.campaigns.arrivals import arrive
from assay.studies.campaigns.commands import (
    NewEvent,
    Submission,
    add_annotator,
    advance,
    completion_code,
    draft,
    feedback,
    keep_edits,
    reopen_screen,
    set_closed,
    withdraw,
)
from assay.studies.campaigns.definition import to_plain
from assay.studies.campaigns.editing.parts import EditPart
from assay.studies.campaigns.screens import keyed
from assay.studies.campaigns.state import CampaignState
from assay.studies.store.database import Database, in_words, open_database, screen_secret
from assay.studies.store.tables import EVENTS
from assay.studies.store.tokens import LINK, SESSION, identify, mint, revoke, was_given
from assay.studies.store.writer import Turn, Writer

DAY = 86_400.0
LINK_SECONDS, SESSION_SECONDS = 365 * DAY, 30 * DAY
CAMPAIGN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
ARRIVING = "admin"  # the actor of the event that somebody has come
LONGEST_NAME = 60  # characters of the name of a person


class UnknownCampaignError(InputError):
    """There is no campaign of this name."""


@dataclass(frozen=True)
class Joined:
    """Somebody who came by a link: who it is, and the session that the browser keeps."""

    identity: Identity
    session: str  # "" for somebody who has not said yet that they take part
    new: bool = False  # came by an open link, and was not known before


class Desk:
    """All campaigns of a database, open for requests until it is closed."""

    def __init__(
        self, database: str, tell: Callable[[str], object] = bool, *, only_reads: bool = False
    ) -> None:
        self._name = database
        self.database: Database = open_database(database, only_reads=only_reads)
        with in_words(database, "read"):
            self._secret = screen_secret(self.database)
        self._writer = Writer(self.database, tell)

    def __enter__(self) -> Desk:
        self._writer.__enter__()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Store what waits, and close the database; what it refused meanwhile is told in words."""
        self._writer.__exit__()
        self.database.close()
        with in_words(self._name, "read"):
            if isinstance(error, DBAPIError):
                raise error

    @property
    def trouble(self) -> str:
        """Why nothing can be stored at the moment, "" where nothing is known to be wrong."""
        return self._writer.trouble

    # --- annotators ---------------------------------------------------------------------------------------------

    def next(self, who: Identity) -> Future[dict[str, Any]]:
        """Return the screen that an annotator is at, leasing a bundle where they have none."""
        return self._writer.ask(lambda turn: self._go_on(turn, who, _state(turn, who.campaign)))

    def answer(self, who: Identity, given: Submission) -> Future[dict[str, Any]]:
        """Store an answer, once, and return what comes next."""

        def work(turn: Turn) -> dict[str, Any]:
            state = _state(turn, who.campaign)
            duplicate = turn.knows(who.campaign, who.name, given.key)
            told = None
            if not duplicate:
                new = [part for part in given.log if not turn.knows(who.campaign, who.name, part.key)]
                events = answer(state, who.name, replace(given, log=new), turn.now, self._secret)
                told = feedback(state, who.name, given, self._secret)
                turn.append(who.campaign, events)
            following = self._go_on(turn, who, state)
            return {"stored": True, "duplicate": duplicate, "feedback": told, "next": following}

        keys = (given.key, *(part.key for part in given.log))
        return self._writer.ask(work, *((who.campaign, who.name, key) for key in keys))

    def skip(self, who: Identity, key: str, screen: str, reason: str) -> Future[dict[str, Any]]:
        """Store that a screen cannot be judged, and return what comes next."""

        def work(turn: Turn) -> dict[str, Any]:
            state = _state(turn, who.campaign)
            duplicate = turn.knows(who.campaign, who.name, key)
            if not duplicate:
                turn.append(
                    who.campaign, skip(state, who.name, (key, screen, reason), turn.now, self._secret)
                )
            following = self._go_on(turn, who, state)
            return {"stored": True, "duplicate": duplicate, "feedback": None, "next": following}

        return self._writer.ask(work, (who.campaign, who.name, key))

    def draft(self, who: Identity, screen: str, step: int, content: Any) -> Future[None]:
        """Keep work in progress."""

        def work(turn: Turn) -> None:
            state = _state(turn, who.campaign)
            turn.append(who.campaign, draft(state, who.name, (screen, step, content), turn.now, self._secret))

        return self._writer.ask(work)

    def keep_edits(self, who: Identity, screen: str, step: int, part: EditPart) -> Future[None]:
        """Store a part of the log of somebody's edits, once."""

        def work(turn: Turn) -> None:
            state = _state(turn, who.campaign)
            if not turn.knows(who.campaign, who.name, part.key):
                events = keep_edits(state, who.name, (screen, step, part), turn.now, self._secret)
                turn.append(who.campaign, events)

        return self._writer.ask(work, (who.campaign, who.name, part.key))

    def open_again(self, who: Identity, screen: str) -> Future[dict[str, Any]]:
        """Return an earlier screen of the present bundle."""
        return self._writer.ask(
            lambda turn: reopen_screen(_state(turn, who.campaign), who.name, screen, turn.now, self._secret)
        )

    def consent(self, who: Identity, key: str) -> Future[dict[str, Any]]:
        """Store a consent, and return what comes next."""
        return self._change(who, key, lambda state: consent(state, who.name, key))

    def withdraw(self, who: Identity, key: str) -> Future[dict[str, Any]]:
        """Erase all that somebody answered."""
        return self._change(who, key, lambda state: withdraw(state, who.name, key))

    def _change(
        self, who: Identity, key: str, decide: Callable[[CampaignState], Iterable[NewEvent]]
    ) -> Future[dict[str, Any]]:
        def work(turn: Turn) -> dict[str, Any]:
            state = _state(turn, who.campaign)
            if not turn.knows(who.campaign, who.name, key):
                turn.append(who.campaign, decide(state))
            return self._go_on(turn, who, state)

        return self._writer.ask(work, (who.campaign, who.name, key))

    def _go_on(self, turn: Turn, who: Identity, state: CampaignState) -> dict[str, Any]:
        turn.append(who.campaign, advance(state, who.name, turn.now))
        return situation(state, who.name, turn.now, self._secret)

    # --- entry --------------------------------------------------------------------------------------------------

    def join(
        self, link: str, given: Mapping[str, str] | None = None, *, arrives: bool = True, visit: str = ""
    ) -> Future[Joined | None]:
        """Begin a session for whoever a link belongs to; `given` is what its address says besides.

        Whoever comes by an open link becomes an annotator, unless the address says who it is and they were here before.
        Nobody does where nothing `arrives` but a look at the link: then there is no session. Where it does not say who
        it is, one `visit`, a secret of the browser, takes one place, however often it is sent.
        """

        def work(turn: Turn) -> Joined | None:
            identity, new = identify(turn.connection, link, LINK, turn.now), False
            if identity is not None and identity.role == OPEN:
                name, events = self._arrival(turn, identity.campaign, given or {}, visit)
                if events and not arrives:
                    return Joined(identity, "", new=True)
                turn.append(identity.campaign, events)
                identity, new = Identity(identity.campaign, "annotator", name), bool(events)
            if identity is None:
                return None
            session = mint(turn.connection, identity, SESSION, turn.now + SESSION_SECONDS)
            return Joined(identity, session, new)

        return self._writer.ask(work)

    def _arrival(
        self, turn: Turn, campaign: str, given: Mapping[str, str], visit: str
    ) -> tuple[str, list[NewEvent]]:
        """Return the name of somebody who comes by an open link, and the event that they are new, if so."""
        state = _state(turn, campaign)
        key = "" if state.worker or not visit else keyed(self._secret, "visit", visit)
        earlier = turn.stored(campaign, ARRIVING, key)
        if earlier is not None:
            return earlier["name"], []
        name, events = arrive(state, given.get(state.worker, ""))
        return name, [replace(event, actor=ARRIVING, key=key) for event in events]

    def opens(self, link: str) -> Future[str | None]:
        """Return the campaign that a link is open for, None where it is somebody's own or nobody's."""

        def work(turn: Turn) -> str | None:
            identity = identify(turn.connection, link, LINK, turn.now)
            return identity.campaign if identity is not None and identity.role == OPEN else None

        return self._writer.ask(work)

    def gave(self, token: str) -> Future[bool]:
        """Tell whether this was once a link or a session: whoever has one that is over does not guess."""
        return self._writer.ask(lambda turn: was_given(turn.connection, token))

    def open_link(self, campaign: str, places: int, worker: str = "") -> Future[str]:
        """Open a campaign for so many people who come by one link, and return that link."""

        def work(turn: Turn) -> str:
            turn.append(campaign, open_link(_state(turn, campaign), places, worker))
            return mint(turn.connection, Identity(campaign, OPEN, ""), LINK, turn.now + LINK_SECONDS)

        return self._writer.ask(work)

    def completion_code(self, who: Identity) -> Future[str | None]:
        """Return the code of somebody who is done, and whose controls are in order where that is asked for."""
        return self._writer.ask(
            lambda turn: completion_code(_state(turn, who.campaign), who.name, self._secret)
        )

    def whose(self, session: str) -> Future[Identity | None]:
        """Return whose session this is."""
        return self._writer.ask(lambda turn: identify(turn.connection, session, SESSION, turn.now))

    def alias(self, who: Identity) -> str:
        """Return a name that says nothing, under which a browser keeps somebody's drafts."""
        return keyed(self._secret, "person", who.campaign, who.name)

    def link(self, identity: Identity) -> Future[str]:
        """Return a new link for somebody; earlier ones stay good."""
        return self._writer.ask(lambda turn: mint(turn.connection, identity, LINK, turn.now + LINK_SECONDS))

    def admin_link(self) -> str:
        """Return a new link to everything."""
        return self.link(Identity(EVERY, "admin", "admin")).result()

    def revoke(self, campaign: str, name: str | None = None) -> Future[None]:
        """Make the links and sessions of somebody, or of a whole campaign, worth nothing."""
        return self._writer.ask(lambda turn: revoke(turn.connection, campaign, name))

    # --- campaigns ----------------------------------------------------------------------------------------------

    def create(self, campaign: Campaign, annotators: Iterable[str]) -> Future[None]:
        """Store a new campaign and who takes part in it."""
        names = list(annotators)
        check_names(campaign.name, names)

        def work(turn: Turn) -> None:
            if turn.state(campaign.name) is not None:
                raise InputError(f"there is a campaign {campaign.name} already; choose another name")
            created = NewEvent("created", "admin", {"definition": to_plain(campaign)})
            added = [NewEvent("annotator-added", "admin", {"name": n, "role": "annotator"}) for n in names]
            turn.append(campaign.name, [created, *added])

        return self._writer.ask(work)

    def restore(self, campaign: str, events: Iterable[Event]) -> Future[None]:
        """Store the log of another database as a new campaign; times and keys stay, numbers are new."""

        def work(turn: Turn) -> None:
            if turn.state(campaign) is not None:
                raise InputError(f"there is a campaign {campaign} already; choose another name")
            turn.restore(campaign, events)

        return self._writer.ask(work)

    def add_annotator(self, campaign: str, name: str) -> Future[str]:
        """Add somebody to a campaign, and return their link."""
        check_person_name(name)

        def work(turn: Turn) -> str:
            turn.append(campaign, add_annotator(_state(turn, campaign), name))
            identity = Identity(campaign, "annotator", name)
            return mint(turn.connection, identity, LINK, turn.now + LINK_SECONDS)

        return self._writer.ask(work)

    def set_closed(self, campaign: str, closed: bool) -> Future[None]:
        """Close a campaign, or open it again."""
        return self._writer.ask(
            lambda turn: turn.append(campaign, set_closed(_state(turn, campaign), closed))
        )

    def read(self, campaign: str, look: Callable[[CampaignState, float], Any]) -> Future[Any]:
        """Look at the state of a campaign, with the time; what is returned must not be the state itself."""
        return self._writer.ask(lambda turn: look(_state(turn, campaign), turn.now))

    def ping(self) -> Future[None]:
        """Reply as soon as the database has answered; where it could store nothing, as soon as it can again."""
        return self._writer.ask(lambda turn: turn.probe() if self.trouble else None)

    def campaigns(self) -> list[str]:
        """Return the names of all campaigns, in the order in which they were made."""
        made = select(EVENTS.c.campaign).where(EVENTS.c.kind == "created").order_by(EVENTS.c.number)
        with self.database.reading.begin() as connection:
            return [name for (name,) in connection.execute(made)]


def check_names(campaign: str, annotators: Sequence[str]) -> None:
    """Refuse what cannot be called so."""
    check_campaign_name(campaign)
    for name in annotators:
        check_person_name(name)
        if annotators.count(name) > 1:
            raise OptionError(f"two annotators are called {name}; give each a name of their own")


def check_campaign_name(name: str) -> None:
    """Refuse what could not stand in an address."""
    if not CAMPAIGN_NAME.fullmatch(name):
        raise OptionError(
            f"{name!r} cannot name a campaign; take letters, digits, and . _ - inside, at most 60"
        )


def check_person_name(name: str) -> None:
    """Refuse names that are empty, too long or cannot be seen."""
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise OptionError(f"{name!r} cannot name an annotator; take 1 to {LONGEST_NAME} printable characters")


def _state(turn: Turn, campaign: str) -> CampaignState:
    state = turn.state(campaign)
    if state is None:
        raise UnknownCampaignError(f'there is no campaign {campaign}; "assay campaign" lists all')
    return state
