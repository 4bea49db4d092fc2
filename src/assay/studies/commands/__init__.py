"""The commands `assay campaign` and `assay serve`."""
