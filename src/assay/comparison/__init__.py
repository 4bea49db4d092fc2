"""Is one system really better? Intervals, paired tests, rankings, several runs and power, on rows that add."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison.claims import (
        CORRECTION_NAMES,
        FEW_UNITS,
        TEST_NAMES,
        cite,
        disagreements,
        thresholds,
        verdicts,
    )
    from assay.comparison.comparing import Comparison
    from assay.comparison.differences import Pair, shares
    from assay.comparison.draw_scores import Key, Scores, bootstrap, bootstrap_sums, score_units
    from assay.comparison.intervals import bootstrap_intervals
    from assay.comparison.noninferiority import (
        BASELINE,
        NEW,
        Case,
        Check,
        Verdict,
        check_noninferiority,
        overall,
        with_enough_draws,
    )
    from assay.comparison.paired import TESTS, check_baseline, compare_pairs, p_values
    from assay.comparison.power_analysis import (
        Coverage,
        Plan,
        Power,
        coverage,
        detectable,
        needed,
        normal_power,
        power,
        simulated_power,
    )
    from assay.comparison.standing import standings
    from assay.comparison.training_runs import (
        RunComparison,
        RunSummary,
        cautions,
        compare_runs,
        copies,
        summaries,
    )
    from assay.comparison.units import by_unit, check_units, count_units

__all__ = [
    "BASELINE",
    "CORRECTION_NAMES",
    "FEW_UNITS",
    "NEW",
    "TESTS",
    "TEST_NAMES",
    "Case",
    "Check",
    "Comparison",
    "Coverage",
    "Key",
    "Pair",
    "Plan",
    "Power",
    "RunComparison",
    "RunSummary",
    "Scores",
    "Verdict",
    "bootstrap",
    "bootstrap_intervals",
    "bootstrap_sums",
    "by_unit",
    "cautions",
    "check_baseline",
    "check_noninferiority",
    "check_units",
    "cite",
    "compare_pairs",
    "compare_runs",
    "copies",
    "count_units",
    "coverage",
    "detectable",
    "disagreements",
    "needed",
    "normal_power",
    "overall",
    "p_values",
    "power",
    "score_units",
    "shares",
    "simulated_power",
    "standings",
    "summaries",
    "thresholds",
    "verdicts",
    "with_enough_draws",
]
__getattr__, __dir__ = open_door(__name__)
