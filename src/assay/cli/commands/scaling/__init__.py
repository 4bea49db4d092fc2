"""Commands for sets that are too large for one process."""
