"""What unrelated sentences score in BERTScore: of an encoder and a layer, F, precision and recall.

`tools/bertscore_baseline.py` computed them from English news sentences, paired at random.
"""

BASELINES: dict[tuple[str, int], tuple[float, float, float]] = {
    ("minilm", 0): (0.3105, 0.3177, 0.3166),
    ("minilm", 1): (0.3711, 0.3763, 0.3755),
    ("minilm", 2): (0.3700, 0.3741, 0.3737),
    ("minilm", 3): (0.3650, 0.3682, 0.3679),
    ("minilm", 4): (0.3923, 0.3946, 0.3943),
    ("minilm", 5): (0.4818, 0.4836, 0.4834),
    ("minilm", 6): (0.1539, 0.1568, 0.1566),
}
