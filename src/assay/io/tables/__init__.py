"""Tables with a header, in whatever shape a user has them: one way of reading, one type, one list of column names."""
