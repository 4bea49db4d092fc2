"""What tests tell the type checker: that something is there, or that a type is wrong on purpose."""

from typing import Any, TypeVar

Thing = TypeVar("Thing")


def present(thing: Thing | None) -> Thing:
    """Return what may be missing in general and is there in this test."""
    assert thing is not None
    return thing


def untyped(thing: Any) -> Any:
    """Hide a type, as a program without types would: to give what the interface refuses, or what a test computes."""
    return thing
