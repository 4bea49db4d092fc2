"""What comparisons say: digits that show a claim, sentences, and the headline."""
