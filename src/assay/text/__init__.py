"""Text before it is scored: columns, tokenisers, checks. Nothing here knows about scores."""
