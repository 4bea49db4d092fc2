"""Is one system really better? Intervals, paired tests, rankings, several runs and power, on rows that add."""
