"""Who is to be cited for what: BibTeX entries of metrics, tests, intervals and corrections (`methods.bib`)."""
