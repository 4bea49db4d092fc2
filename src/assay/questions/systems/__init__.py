"""Questions about systems: how good each is, whether one is better, and what a test set can show."""
