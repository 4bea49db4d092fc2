"""What is said of why systems differ, of what is broken, and of a gate."""
