"""Results to blocks."""
