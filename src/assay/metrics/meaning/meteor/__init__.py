"""METEOR: the metric, its parameters, what it knows of words, and the trainer of parameters."""
