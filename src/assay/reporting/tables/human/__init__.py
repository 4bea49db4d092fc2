"""What is said of human judgements: rankings, scores, preferences, and how far raters agree."""
