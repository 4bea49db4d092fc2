"""Spreadsheets of judgements as people keep them: where the table begins, which column is what."""
