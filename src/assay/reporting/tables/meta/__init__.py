"""What is said of metrics and people."""
