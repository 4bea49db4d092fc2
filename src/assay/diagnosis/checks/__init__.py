"""Checks that need no reference."""
