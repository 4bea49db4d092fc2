"""What other programs take a study from, read as a set of texts: sources, references, documents, outputs."""
