"""Systems by directions: what a grid of scores says, in sentences and tables."""
