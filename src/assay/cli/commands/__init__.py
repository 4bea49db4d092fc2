"""The commands, a module each: a dataclass of arguments, and what is done with them."""
