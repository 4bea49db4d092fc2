"""Answers as judgements, and what they say of annotators."""
