"""Protocols: how outputs are judged, each a TOML file in `files`."""
