"""Meta-evaluation: how well metrics agree with people, and whether one agrees better than another."""
