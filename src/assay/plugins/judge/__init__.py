"""A large language model as a judge: prompts of our own, any endpoint of OpenAI's kind, a budget that is kept."""
