"""Questions about texts: what is wrong with files, why one output is better, segment by segment."""
