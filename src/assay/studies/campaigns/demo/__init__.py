"""A small study to try everything with."""
