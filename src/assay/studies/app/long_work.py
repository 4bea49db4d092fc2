"""What may take seconds, or wait for others that do: in few of the server's threads, since pages and files need them.

Starlette has 40 threads, and also sends files by them; whoever asked for figures often enough would have all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from fastapi import Request
from starlette.concurrency import run_in_threadpool

AT_ONCE = 10
Given = ParamSpec("Given")
Reply = TypeVar("Reply")


async def run_long(
    request: Request, work: Callable[Given, Reply], *arguments: Given.args, **named: Given.kwargs
) -> Reply:
    """Run a function in a thread, as soon as few others of its kind are under way."""
    async with request.app.state.long_work:
        return await run_in_threadpool(work, *arguments, **named)
