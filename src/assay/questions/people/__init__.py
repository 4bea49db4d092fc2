"""Questions about what people said and did: judgements, agreement, metrics held against them, post-editing."""
