"""Texts of systems and references, from files to columns."""
