"""Sets that are too large for one process: which files are a shard, files of parts, and scores beside every row."""
