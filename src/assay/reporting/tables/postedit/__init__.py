"""Reports on post-editing effort."""
