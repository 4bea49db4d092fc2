"""Where campaigns are kept, and where the server listens. Nothing heavy is imported here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal
from urllib.parse import urlsplit

from assay.errors import DependencyError, OptionError
from assay.io import Named
from assay.options import check_choices, nested, option

DATABASE = "campaigns.db"
SQLITE = b"SQLite format 3\0"
LIBRARIES = ("fastapi", "jinja2", "msgspec", "sqlalchemy", "uvicorn")
HOST, PORT = "127.0.0.1", 8017
USUAL_URL = f"http://{HOST}:{PORT}"
BenchAccess = Literal["links", "open", "off"]
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class DatabaseOptions:
    """Where campaigns are kept."""

    database: str = option(
        DATABASE,
        "the file of SQLite that holds the campaigns, or postgresql://USER@HOST/NAME for several server processes",
        metavar="DB",
    )


def is_database(name: Named) -> bool:
    """Tell whether judgements are to come from a database: a file of SQLite, or an address such as postgresql://…."""
    from assay.io import head

    return "://" in str(name) or head(name).startswith(SQLITE)


def require_server() -> None:
    """Refuse to go on without the libraries of the server, which are looked for and not loaded."""
    missing = next((name for name in LIBRARIES if find_spec(name) is None), None)
    if missing is not None:
        raise DependencyError(
            f"the server needs {missing}, which is not installed; run: pip install 'mt-assay[server]'"
        )


def without_password(name: str) -> str:
    """Return the name of a database as it may be printed: neither user nor password, nor further settings.

    Where it cannot be told what belongs to a password, nothing is shown but the kind of the database.
    """
    kind, mark, rest = name.partition("://") if "://" in name else ("", "", name)
    secret, at, place = rest.rpartition("@")
    if not mark and ":" not in secret:
        return name  # a file
    if "?" in secret:
        return f"{kind}{mark}…"
    host, question, _ = place.partition("?")
    return f"{kind}{mark}{'…@' if at else ''}{host}{'?…' if question else ''}"


def check_url(url: str) -> None:
    """Refuse what links cannot begin with: pages are at the root of a host, and look for each other there."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port  # which may be no number
    except ValueError:
        host = None
    if (
        not host
        or parts.scheme not in ("http", "https")
        or not url.isascii()
        or not url.isprintable()
        or " " in url
    ):
        raise OptionError(
            f"--url {url}: an address begins with http:// or https:// and has a host, as in "
            "https://study.example.org"
        )
    if parts.path not in ("", "/") or any(sign in url for sign in "?#@"):
        raise OptionError(
            f"--url {url}: links have paths of their own, so this can be no more than a host; give the server a host "
            "of its own, as in https://study.example.org"
        )


def is_loopback(url: str) -> bool:
    """Tell whether an address is one of this machine alone."""
    return urlsplit(url).hostname in LOOPBACK


@dataclass(frozen=True)
class ServeOptions:
    """Where the server listens, and what it serves."""

    kept: DatabaseOptions = nested(DatabaseOptions)
    host: str = option(HOST, "the address to listen on; 0.0.0.0 is every one of this machine", metavar="HOST")
    port: int = option(
        PORT, "the port to listen on; 0 takes any that is free", metavar="PORT", least=0, most=65535
    )
    url: str | None = option(
        None,
        "the address that links begin with, where a proxy stands in front; no path after the host",
        metavar="URL",
    )
    bench: BenchAccess = option(
        "links",
        "who may use the page that makes reports of dropped files: whoever has an admin's or viewer's link, everybody "
        "who can reach the server (open; on a loopback address only), or nobody (off)",
    )
    bench_folder: str | None = option(
        None,
        "where files and reports of the bench are kept (default: beside the database file; with PostgreSQL among "
        "this user's data)",
        metavar="DIR",
    )
    revoke: bool = option(
        False, "make all links and sessions that were given before worth nothing; those printed now are good"
    )
    demo: bool = option(False, "serve a small study that comes with the program, in a database of its own")

    def __post_init__(self) -> None:
        """Refuse what is none of the choices, and a bench that the whole network could use."""
        check_choices(self)
        if self.url is not None:
            check_url(self.url)
        if self.bench == "open":
            self._check_open()

    def _check_open(self) -> None:
        elsewhere = f"--host {self.host}" if self.host not in LOOPBACK else ""
        if self.url is not None and not is_loopback(self.url):
            elsewhere = f"--url {self.url}"
        if elsewhere:
            raise OptionError(
                f"--bench open is for this machine alone, and {elsewhere} is not; leave one of them out"
            )
