"""How far raters agree, with each other and with themselves, each measure with an interval from resampled items."""
