"""Raters: control items, verdicts, flags, rules."""
