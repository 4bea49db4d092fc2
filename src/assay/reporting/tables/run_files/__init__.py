"""What is said of run files: a run held against an older one, and a run that was repeated."""
