"""Models that others made: folders of encoders, files of word vectors."""
