"""Metrics of structure: order, dependencies, roles, and trained mixtures of n-grams of every kind."""
