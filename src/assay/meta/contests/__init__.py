"""Metric against metric: tests of who agrees better with people, and the ranks they give."""
