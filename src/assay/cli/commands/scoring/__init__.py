"""Commands that score: outputs against references, n-best lists, sacreBLEU's command line; the list of metrics."""
