"""People and metrics on their way in: scores out of files, those computed here, and the set-ups of WMT."""
