"""What is said of systems held against each other: scores, pairs, runs, power, and segments that show it."""
