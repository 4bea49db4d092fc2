"""Commands that look after the user's files."""
