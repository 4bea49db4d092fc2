"""The formats of judgements, a module each: a declared map of columns where it is a table, and what is special."""
