"""Which sacreBLEU this is the interface of; programs compare it with what they need."""

from __future__ import annotations

__version__ = "2.6.0"
