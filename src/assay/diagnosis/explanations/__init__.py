"""One sentence explained: what a metric found, its formula with the figures put in, what one edit would change."""
