"""Questions about outputs: what is wrong with them, why one is better, segment by segment."""
