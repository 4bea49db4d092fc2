"""What judgements teach: combinations of metrics, suspicious references, and how much is still needed."""
