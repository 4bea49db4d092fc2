"""Metrics: statistics that add, one file each; the registry names them, `spec` reads their options."""
