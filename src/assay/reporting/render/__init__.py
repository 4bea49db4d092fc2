"""Blocks to text, HTML, LaTeX, Markdown, JSON and TSV."""
