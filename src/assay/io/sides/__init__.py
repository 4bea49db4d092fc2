"""Sides of a set in files of their own: outputs, references and sources, in plain text or in tables of any shape."""
