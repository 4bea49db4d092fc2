"""sacreBLEU's program: its options, its flow from words to printed text, and the text."""
