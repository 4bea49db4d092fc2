"""Snowball's stemmers out of the store: the package is loaded from there, whichever version is installed elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from assay.errors import DependencyError
from assay.resources.store import Resource

PACKAGE = "snowballstemmer"


def snowball_stemmer(resource: Resource, language: str) -> Callable[[str], str]:
    """Return the stemmer of a language, such as english, of the version in the store."""
    return _stemmer(resource.path(f"{PACKAGE}/__init__.py"), resource.version, language)


@cache
def _stemmer(start: Path, version: str, language: str) -> Callable[[str], str]:
    name = f"assay_snowball_{version.replace('.', '_')}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, start, submodule_search_locations=[str(start.parent)])
        if spec is None or spec.loader is None:
            raise DependencyError(f"{start} cannot be loaded")
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    module = import_module(
        f"{name}.{language}_stemmer"
    )  # not stemmer(): it would prefer another version, in C
    stem: Callable[[str], str] = getattr(module, f"{language.capitalize()}Stemmer")().stemWord
    return cache(stem)
