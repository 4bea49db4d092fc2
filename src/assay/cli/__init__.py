"""The program `assay`: the only package that prints."""
