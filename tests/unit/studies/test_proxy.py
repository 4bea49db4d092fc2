"""Behind a proxy on the same machine: who tries wrong links is told apart by the address that the proxy names."""

from __future__ import annotations

import http.client
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from support.program import started
from support.server_process import free_port, wait_until_up


def has_ipv6() -> bool:
    """Tell whether this machine has the address ::1."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def join(host: str, port: int, forwarded: str) -> int:
    """Try a wrong link as somebody for whom a proxy asks; return the status."""
    with closing(http.client.HTTPConnection(host, port, timeout=60)) as connection:
        connection.request("GET", "/join/" + "x" * 40, headers={"X-Forwarded-For": forwarded})
        return connection.getresponse().status


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize(
    ("listens", "proxy"), [("::", "127.0.0.1"), ("::", "::1"), ("127.0.0.1", "127.0.0.1")]
)
def test_wrong_links_are_counted_for_the_client_of_a_proxy(tmp_path: Path, listens: str, proxy: str) -> None:
    port, database = free_port(), str(tmp_path / "campaigns.db")
    words = ("serve", "--database", database, "--host", listens, "--port", str(port), "--bench", "off")
    with started(*words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
        wait_until_up(server, port)
        tried = [join(proxy, port, "192.0.2.1") for _ in range(21)]
        assert tried == [401] * 20 + [429]
        assert join(proxy, port, "192.0.2.2") == 401, "somebody else has to wait as well"
        assert join(proxy, port, "192.0.2.1") == 429
