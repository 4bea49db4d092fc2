"""The routes of the bench page; what they do is in `assay.studies.bench`.

A report is a page with a style and a script of its own: it is sent with a policy that allows just these, known by
their checksums, and sandboxed, so that whatever is in its texts has no part in the rest of the site.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from assay.errors import AssayError
from assay.studies.app.bodies import MISSING, REFUSALS
from assay.studies.app.links import link_to
from assay.studies.app.sessions import Who, client_of
from assay.studies.bench import Bench, BenchFullError, ChosenFile, JobState, NoSuchFilesError, offered_metrics
from assay.studies.options import LOOPBACK
from assay.studies.pages import render_page
from assay.version import installed_version

POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]{1,1000})">')
SANDBOX = "frame-ancestors 'none'; sandbox allow-scripts allow-downloads"
HOST = re.compile(r"(?:\[([0-9a-f:]{2,45})\]|([a-z0-9.-]{1,253}))(?::[0-9]{1,5})?")
PASSED_ON = ("forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip")
Key = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{32}$")]
FileName = Annotated[str, Query(min_length=1, max_length=400)]


class FileChoice(BaseModel):
    """What a file is to be in the report."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=400)
    role: Literal["system", "reference", "source", "documents", "set", "unused"]
    columns: dict[str, Literal["system", "reference", "source", "document", ""]] = Field(
        default_factory=dict, max_length=500
    )


class ReportChoice(BaseModel):
    """Which files in which roles, and which metrics."""

    model_config = ConfigDict(extra="forbid")
    files: list[FileChoice] = Field(max_length=100)
    metrics: list[str] = Field(min_length=1, max_length=40)


def bench_routes(bench: Bench, *, open_to_all: bool = False) -> APIRouter:
    """Return the routes of the bench: for who may read results, or for everybody who can reach the server."""

    async def admit(who: Who, request: Request) -> str:
        """Return what somebody is, or refuse."""
        if who is not None and who.role != "annotator":
            return who.role
        if open_to_all and is_on_this_machine(request):
            return "guest"
        if who is None:
            raise HTTPException(401, "this needs the link that the server printed")
        raise HTTPException(403, "this is not for annotators")

    routes = APIRouter(tags=["bench"])
    routes.include_router(_pages(bench, admit))
    private = APIRouter(dependencies=[Depends(admit)], responses={**REFUSALS, **MISSING})
    private.include_router(_files(bench))
    private.include_router(_work(bench))
    routes.include_router(private)
    return routes


def is_on_this_machine(request: Request) -> bool:
    """Tell whether a request comes from this machine, and asks for it by a name of its own.

    Any other name may be a site's that leads here. Whoever comes through a proxy on this machine seems to be here, too,
    and a proxy may ask for the server by any name: so what shows that it was passed on is refused. nginx as it is
    without settings shows it by HTTP/1.0 alone, which no browser speaks.
    """
    told = any(name in PASSED_ON or name.startswith("x-forwarded-") for name in request.headers)
    passed_on = told or request.scope["http_version"] == "1.0"
    try:
        here = ip_address(client_of(request)).is_loopback and _host_of(request) in LOOPBACK
    except ValueError:
        return False
    return here and not passed_on


def _host_of(request: Request) -> str:
    """Return the name by which a request asks for this server, as its one Host header has it; "" where that is none.

    `request.url` has the address of the server itself where Starlette takes the header for malformed.
    """
    hosts = request.headers.getlist("host")
    found = HOST.fullmatch(hosts[0].lower()) if len(hosts) == 1 else None
    return found[1] or found[2] if found else ""


def _pages(bench: Bench, admit: Callable[..., Awaitable[str]]) -> APIRouter:
    routes = APIRouter(include_in_schema=False)

    @routes.get("/bench")
    def show(role: str = Depends(admit)) -> Response:
        """Show the page."""
        frame = {"role": role, "place": "bench", "bench": True, "version": installed_version(), "trouble": ""}
        told = {"metrics": offered_metrics(), "limits": bench.limits}
        return HTMLResponse(render_page("admin/bench", **frame, **told))

    @routes.get("/bench/r/{report}")
    def lead(report: Key) -> Response:
        """Lead to the first page of a report: its links to further pages are relative."""
        return RedirectResponse(f"/bench/r/{report}/report.html", 307)

    @routes.get("/bench/r/{report}/{name}")
    def read(report: Key, name: str) -> Response:
        """Send a page of a report to whoever has its link."""
        return answered(lambda: report_response(bench.page(report, name)))

    return routes


def report_response(page: bytes) -> Response:
    """Send a page that brings its own style and script: only these may run, and reach nothing else."""
    own = POLICY.search(page[:4096])
    policy = own[1].decode().replace("&#x27;", "'") if own else "default-src 'none'"
    headers = {"Content-Security-Policy": f"{policy}; {SANDBOX}", "Cache-Control": "private, no-store"}
    return HTMLResponse(page, headers=headers)


def answered(work: Callable[[], Response | None]) -> Response:
    """Do something, and send what it answers, if anything."""
    try:
        return work() or Response(status_code=204)
    except (AssayError, OSError) as error:
        return refusal(error)


def refusal(error: AssayError | OSError) -> JSONResponse:
    """Answer with what was wrong, as the command line words it; of the server's folders nobody is told."""
    match error:
        case FileNotFoundError():  # somebody deleted the set meanwhile
            return refusal(NoSuchFilesError())
        case OSError():
            message = f"this could not be stored ({error.strerror}); try again later"
            return JSONResponse({"message": message}, 503, {"Retry-After": "60"})
        case NoSuchFilesError():
            return JSONResponse({"message": str(error)}, 404)
        case _:
            return JSONResponse({"message": str(error)}, 413 if isinstance(error, BenchFullError) else 400)


def _files(bench: Bench) -> APIRouter:
    routes = APIRouter()

    @routes.post("/bench/sets", status_code=201)
    def open_set() -> Response:
        """Make room for files."""
        return answered(lambda: JSONResponse({"set": bench.open_set()}, 201))

    @routes.post("/bench/sets/{key}/files", status_code=204)
    async def add_file(key: Key, name: FileName, request: Request) -> Response:
        """Take the bytes of a file."""
        try:
            with await run_in_threadpool(bench.add_file, key, name) as upload:
                async for part in request.stream():
                    upload.write(part)
        except ClientDisconnect:
            return Response(status_code=400)  # which nobody reads
        except (AssayError, OSError) as error:
            return refusal(error)
        return Response(status_code=204)

    @routes.delete("/bench/sets/{key}/files", status_code=204)
    def remove_file(key: Key, name: FileName) -> Response:
        """Take a file out of a set."""
        return answered(lambda: bench.remove_file(key, name))

    @routes.delete("/bench/sets/{key}", status_code=204)
    def delete(key: Key) -> Response:
        """Delete the files of a set and its report, now."""
        return answered(lambda: bench.delete(key))

    return routes


def _work(bench: Bench) -> APIRouter:
    routes = APIRouter()

    @routes.post("/bench/sets/{key}/recognise", status_code=204)
    def recognise(key: Key) -> Response:
        """Begin to look into the files of a set."""
        return answered(lambda: bench.recognise(key))

    @routes.post("/bench/sets/{key}/report", status_code=204)
    def report(key: Key, choice: ReportChoice) -> Response:
        """Begin to make a report."""
        files = [ChosenFile(file.name, file.role, file.columns) for file in choice.files]
        return answered(lambda: bench.report(key, files, choice.metrics))

    @routes.post("/bench/sets/{key}/cancel", status_code=204)
    def cancel(key: Key) -> Response:
        """End the work on a set."""
        return answered(lambda: bench.cancel(key))

    @routes.get("/bench/sets/{key}")
    def state(key: Key, request: Request) -> Response:
        """Tell what a set is at."""
        return answered(lambda: JSONResponse(_told(bench.state(key), request)))

    return routes


def _told(state: JobState, request: Request) -> dict[str, Any]:
    """Return what a page may know of a set."""
    report = f"/bench/r/{state.report}/report.html" if state.report else ""
    return {
        "phase": state.phase,
        "busy": state.busy,
        "step": state.step,
        "seconds": max(0.0, time.time() - state.since) if state.busy else 0.0,
        "message": state.message,
        "warnings": list(state.warnings),
        "report": report,
        "link": link_to(request, report) if report else "",
        "files": list(state.files),
    }
