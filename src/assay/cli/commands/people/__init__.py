"""Commands for human judgements, and for how far metrics agree with them."""
