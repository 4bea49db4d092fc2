"""Make the golden files of Pearmut: `python tests/golden/make_pearmut.py pearmut`, by a Python that it is installed in.

Its own server is started on a free port of this machine, three campaigns are added, and answers are sent as its page
sends them. Kept are the two files that its dashboard offers, and its own figures of the systems. The sentences are
ours, written for these tests.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

from golden_write import DATA, write

WAIT = 60  # seconds
MODELS = ("alder", "birch/2")
ROPE = [
    {
        "src": "The rope is wet.",
        "tgt": {"alder": "Das Seil ist nass 🪢 heute.", "birch/2": "Die Rope ist naß."},
        "item_id": "rope 1",
    },
    {
        "src": "Do not pull it!",
        "tgt": {"alder": "Zieh nicht daran!", "birch/2": "Zieh!\nNicht dran."},
        "item_id": "rope 2",
    },
]
LAMP = [
    {"src": "The lamp burns.", "tgt": {"alder": "Die Lampe brennt.", "birch/2": ""}, "item_id": "lamp 1"},
    {
        "src": "Every word of this line is wrong.",
        "tgt": {"alder": "Kein Fisch mag Tee.", "birch/2": "Kein Tee mag Fisch."},
        "item_id": "check 1",
        "validation": {"alder": {"score": [0, 20]}, "birch/2": {"score": [0, 20]}},
    },
]
FORM = [{"text": "Your first language?", "form": "string"}, {"text": "Years at sea", "form": "number"}]
TUTORIAL = [
    {
        "src": "Good morning.",
        "tgt": {"alder": "Guten Abend."},
        "skippable": True,
        "validation": {"alder": {"warning": "Evening?", "score": [0, 40]}},
    }
]
GULL = [{"src": "A gull cries.", "ref": "Eine Möwe schreit.", "tgt": {"alder": "Ein Möwe schreit."}}]
GULL_TOO = [
    {"src": "A gull cries.", "ref": "Eine Möwe schreit.", "tgt": {"birch/2": "Eine Möwe weint laut."}}
]
TIDE = [{"src": "The tide turns.", "tgt": {"alder": "Die Flut dreht.", "birch/2": "Das Gezeit turnt."}}]
SLIDERS = [
    {"name": "Fluency", "min": 0, "max": 5, "step": 1},
    {"name": "Adequacy", "min": 0, "max": 100, "step": 1},
]
CAMPAIGNS: list[dict[str, Any]] = [
    {
        "campaign_id": "harbour_#_en-de",
        "info": {"assignment": "task-based", "protocol": "ESA", "seed": 1, "users": ["anna", "ben", "carla"]},
        "data_welcome": [FORM, TUTORIAL],
        "data": [[ROPE, LAMP], [ROPE, LAMP], [ROPE]],
    },
    {
        "campaign_id": "gulls",
        "info": {"assignment": "single-stream", "protocol": "MQM", "seed": 2, "users": ["anna", "ben"]},
        "data": [GULL, GULL_TOO, TIDE],
    },
    {
        "campaign_id": "sliders",
        "info": {
            "assignment": "single-stream",
            "protocol": "DA",
            "seed": 3,
            "users": ["anna"],
            "sliders": SLIDERS,
            "textfield": "prefilled",
        },
        "data": [TIDE],
    },
]


def span(start: int, end: int, severity: str | None, category: str | None = None) -> dict[str, Any]:
    """Return an error as the page keeps it: places in UTF-16, the last one included."""
    return {"start_i": start, "end_i": end, "category": category, "severity": severity}


def said(score: float | None, *spans: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is said of one output."""
    return {"score": score, "error_spans": [*spans], "textfield": None}


def actions(start: float, *later: float, end: str = "submit") -> list[dict[str, Any]]:
    """Return the times of the page: loading, two clicks, and the last."""
    times = [start, *(start + each for each in later)]
    names = ["load", *["score"] * (len(later) - 1), end]
    return [{"time": time, "action": name} for time, name in zip(times, names, strict=True)]


ESA, MQM = "harbour_#_en-de", "gulls"
MINOR, MAJOR = "minor", "major"
ROPE_OF_ANNA = [
    {"alder": said(88, span(18, 21, MINOR)), "birch/2": said(35.5, span(4, 7, MAJOR), span(13, 15, MINOR))},
    {"alder": said(100), "birch/2": said(0, span(0, 17, MAJOR), span(18, 18, MAJOR))},
]
ROPE_OF_BEN = [{"alder": said(70), "birch/2": said(40)}, {"alder": said(90), "birch/2": said(20)}]
ROPE_OF_CARLA = [{"alder": said(61), "birch/2": said(62)}, {"alder": said(63), "birch/2": said(64)}]
# Who, to which campaign, which document, with what.
ANSWERS: list[tuple[str, str, int | str, dict[str, Any]]] = [
    ("anna", ESA, "welcome_0", {"annotation": ["Slovene", 12], "actions": actions(1.0, 9.0), "item": FORM}),
    (
        "anna",
        ESA,
        "welcome_1",
        {
            "annotation": [{"alder": said(None)}],
            "actions": actions(20.0, 3.0, end="submit_skip"),
            "item": TUTORIAL,
        },
    ),
    (
        "anna",
        ESA,
        0,
        {
            "annotation": ROPE_OF_ANNA,
            "actions": actions(1000.25, 30.0, 200.0),
            "item": ROPE,
            "comment": 'wet, "very"\nwet',
        },
    ),
    (
        "anna",
        ESA,
        1,
        {
            "annotation": [
                {"alder": said(95), "birch/2": said(1)},
                {"alder": said(10), "birch/2": said(5)},
            ],
            "actions": actions(1300.0, 20.0),
            "item": LAMP,
            "validations": [True],
        },
    ),
    (
        "ben",
        ESA,
        "welcome_1",
        {
            "annotation": [{"alder": said(12, span(6, 10, MAJOR))}],
            "actions": actions(50.0, 8.0),
            "item": TUTORIAL,
            "validations": [True],
        },
    ),
    ("ben", ESA, 0, {"annotation": ROPE_OF_CARLA, "actions": actions(2000.0, 10.0), "item": ROPE}),
    (
        "ben",
        ESA,
        1,
        {
            "annotation": [
                {"alder": said(80), "birch/2": said(2)},
                {"alder": said(77), "birch/2": said(5)},
            ],
            "actions": actions(2100.0, 12.5),
            "item": LAMP,
            "validations": [False],
        },
    ),
    ("ben", ESA, 0, {"annotation": ROPE_OF_BEN, "actions": actions(2200.0, 15.0), "item": ROPE}),
    ("carla", ESA, 0, {"annotation": ROPE_OF_BEN, "actions": actions(3000.0, 5.0), "item": ROPE}),
    ("carla", ESA, "reset", {}),
    ("carla", ESA, 0, {"annotation": ROPE_OF_CARLA, "actions": actions(3100.0, 6.0), "item": ROPE}),
    (
        "anna",
        MQM,
        0,
        {
            "annotation": [{"alder": said(60, span(0, 2, MAJOR, "Linguistic conventions/Grammar"))}],
            "actions": actions(4000.0, 7.0),
            "item": GULL,
        },
    ),
    (
        "ben",
        MQM,
        1,
        {
            "annotation": [{"birch/2": said(55, span(10, 14, MINOR, "Accuracy/Mistranslation"))}],
            "actions": actions(4100.0, 7.0),
            "item": GULL_TOO,
        },
    ),
    (
        "ben",
        MQM,
        2,
        {
            "annotation": [{"alder": said(99), "birch/2": said(8, span(17, 17, MAJOR, "Accuracy/Omission"))}],
            "actions": actions(4200.0, 7.0),
            "item": TIDE,
        },
    ),
    (
        "anna",
        "sliders",
        0,
        {
            "annotation": [
                {
                    "alder": {
                        "score": None,
                        "sliders": {"Fluency": 4, "Adequacy": 90},
                        "error_spans": [],
                        "textfield": "Die Flut kippt.",
                    },
                    "birch/2": {
                        "score": None,
                        "sliders": {"Fluency": 1, "Adequacy": 15},
                        "error_spans": [],
                        "textfield": "Die Flut kippt.",
                    },
                }
            ],
            "actions": actions(5000.0, 9.0),
            "item": TIDE,
        },
    ),
]


@contextmanager
def served(root: str) -> Iterator[str]:
    """Add the campaigns, start the server in a thread, and yield its address."""
    os.environ["PEARMUT_ROOT"] = root
    path = Path(root, "campaigns.json")
    path.write_text(json.dumps(CAMPAIGNS), encoding="utf-8")
    command = [sys.executable, "-c", "from pearmut.cli import main; main()", "add", str(path)]
    subprocess.run(command, timeout=WAIT, check=True, cwd=root)
    uvicorn, application = import_module("uvicorn"), import_module("pearmut.app")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(application.app))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(WAIT)


def ask(address: str, content: Mapping[str, Any] | None = None) -> bytes:
    """Ask the server, as its page does."""
    body = None if content is None else json.dumps(content).encode()
    request = Request(address, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=WAIT) as answer:
        return bytes(answer.read())


def run(address: str) -> list[dict[str, Any]]:
    """Send all answers, keep the two files, and return the figures of each campaign."""
    names: Sequence[str] = [campaign["campaign_id"] for campaign in CAMPAIGNS]
    every = "&".join(f"campaign_id={quote(name)}" for name in names)
    campaigns = ask(f"{address}/download-campaigns?{every}")
    tokens = {campaign["campaign_id"]: campaign["token"] for campaign in json.loads(campaigns)}
    for who, campaign, item, payload in ANSWERS:
        asked = {"campaign_id": campaign, "user_id": who}
        if item == "reset":
            ask(f"{address}/reset-campaign", {**asked, "token": tokens[campaign]})
        else:
            ask(f"{address}/log-response", {**asked, "item_i": item, "payload": payload})
    (DATA / "pearmut-annotations.json").write_bytes(ask(f"{address}/download-annotations?{every}"))
    (DATA / "pearmut-campaigns.json").write_bytes(campaigns)
    results = {
        name: json.loads(ask(f"{address}/dashboard-results", {"campaign_id": name, "token": tokens[name]}))
        for name in names
    }
    return [{"campaign": name, **row} for name, rows in results.items() for row in rows]


if __name__ == "__main__":
    with TemporaryDirectory() as folder, served(folder) as place:
        figures = run(place)
    write(__file__, "pearmut", 1e-9, results=figures)
