"""Questions that prepare material or look after it: models, tables, paraphrases, plug-ins, resources, run files."""
