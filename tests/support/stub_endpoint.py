"""An endpoint of OpenAI's kind on this machine: real HTTP, recorded questions, and answers that a test has written."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# What is asked of the model, to the text of its answer, or to a status with headers and a body.
Reply = Callable[[str], "str | tuple[int, dict[str, str], str]"]


@dataclass
class Endpoint:
    """What was asked, with which headers; `address` is what --endpoint takes."""

    address: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def questions(self) -> list[str]:
        """The questions alone."""
        return [body["messages"][0]["content"] for body in self.bodies]


@contextmanager
def serving(reply: Reply, *, usage: bool = True) -> Iterator[Endpoint]:
    """Serve an endpoint that answers as `reply` says; a question of n bytes costs n tokens, an answer 7."""
    endpoint, lock = Endpoint(), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                endpoint.bodies.append(body)
                endpoint.headers.append({"path": self.path, **dict(self.headers.items())})
            question = body["messages"][0]["content"]
            told = reply(question)
            status, headers, text = (
                (200, {}, completion(told, question, usage)) if isinstance(told, str) else told
            )
            self.send_response(status)
            for name, value in {"Content-Length": str(len(text.encode())), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        endpoint.address = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield endpoint
        finally:
            server.shutdown()


def completion(text: str, question: str = "", usage: bool = True, **message: Any) -> str:
    """Return an answer as endpoints write it."""
    told: dict[str, Any] = {
        "choices": [{"message": {"role": "assistant", "content": text, **message}, "finish_reason": "stop"}]
    }
    if usage:
        told["usage"] = {"prompt_tokens": len(question.encode()), "completion_tokens": 7}
    return json.dumps(told)
