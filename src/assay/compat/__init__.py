"""Interfaces of other tools over ours, for programs that were written for them; nothing is computed here."""
