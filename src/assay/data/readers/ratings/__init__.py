"""Ratings of people: files of the campaigns and tools to judgements and preferences, and back."""
