"""Commands that hold systems, versions or runs against each other."""
