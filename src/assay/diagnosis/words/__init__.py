"""Word by word: classes of errors, buckets, n-grams."""
