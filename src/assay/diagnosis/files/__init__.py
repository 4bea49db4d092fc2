"""What is wrong with files before any score."""
