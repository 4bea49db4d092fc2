"""Errors that a program proposes: read from a file, shown as marks already made, and what annotators do with them."""
