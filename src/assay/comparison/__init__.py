"""Is one system really better? Intervals, paired tests, ranks, several training runs and power, on rows that add.

    evaluation = evaluate(shards, metrics)                                    # a row of statistics a segment
    compared = compare(evaluation, CompareOptions(test="bootstrap"))          # -> Compared
    compared.comparisons, compared.intervals                                  # every pair, every system

- `compare` tests all pairs or all systems against a baseline; `compare_training_runs` does it where each system was
  trained several times; `plan_power` and `assume_power` say what a set can show.
- `ScoreGrid` holds systems by directions: averages, `Swap`s of places, tests of all cells under one correction:
  `spread_pairs` of a direction, `corrected_pairs` of all.
- `check_noninferiority` asks whether a new system is worse by more than a margin: the gate.
- `headline`, `verdicts`, `disagreements`, `cite` and `standings` put results into words and ranks.
- `find_oracles` says what the best choice from n-best lists would score.
- The parts that other packages build on: `compare_pairs` and `TESTS` (a new paired test is an entry there, whose
  fields say all that reports need, and its name in `TestName`), `bootstrap` and `score_units` (scores of draws and
  units), `choose_unit` (whether documents or segments are drawn) and `by_unit` (segments added up to documents).

Every function takes an `Evaluation` of `metrics`; chance comes from `stats.Settings`, seed and draws included.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison.answer import headline
    from assay.comparison.claims import (
        FEW_UNITS,
        cite,
        decimals,
        decimals_apart,
        disagreements,
        family_rate,
        signed,
        thresholds,
        verdicts,
        write_p,
        write_share,
    )
    from assay.comparison.grids import (
        GridColumn,
        GridPair,
        PairSpread,
        ScoreGrid,
        Swap,
        corrected_pairs,
        spread_pairs,
    )
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
    from assay.comparison.options import (
        AUTO,
        CORRECTION_NAMES,
        PAGE_EXAMPLES,
        PARTS,
        POWER_PARTS,
        CompareOptions,
        PowerOptions,
        TestName,
        drawn_unit,
    )
    from assay.comparison.oracle import Oracle, find_oracles
    from assay.comparison.paired import TESTS, check_baseline, check_number, compare_pairs, p_values
    from assay.comparison.pairs import Comparison, Pair, shares, standings
    from assay.comparison.power_analysis import (
        Coverage,
        Plan,
        Power,
        coverage,
        detectable,
        detectable_at,
        least_units,
        needed,
        normal_power,
        paired_power,
        power,
        simulated_power,
        units_needed,
    )
    from assay.comparison.resampling import (
        Key,
        Scores,
        bootstrap,
        bootstrap_intervals,
        bootstrap_sums,
        by_unit,
        check_units,
        count_units,
        score_units,
    )
    from assay.comparison.sign_power import WinPower, plan_wins
    from assay.comparison.systems import (
        AssumedPower,
        Bar,
        Compared,
        PowerPlan,
        assume_power,
        compare,
        no_bar,
        plan_power,
    )
    from assay.comparison.training_runs import (
        ComparedRuns,
        RunComparison,
        RunSummary,
        cautions,
        compare_runs,
        compare_training_runs,
        copies,
        summaries,
    )
    from assay.comparison.unit_choice import UnitChoice, choose_unit, in_units

__all__ = [
    "AUTO",
    "BASELINE",
    "CORRECTION_NAMES",
    "FEW_UNITS",
    "NEW",
    "PAGE_EXAMPLES",
    "PARTS",
    "POWER_PARTS",
    "TESTS",
    "AssumedPower",
    "Bar",
    "Case",
    "Check",
    "CompareOptions",
    "Compared",
    "ComparedRuns",
    "Comparison",
    "Coverage",
    "GridColumn",
    "GridPair",
    "Key",
    "Oracle",
    "Pair",
    "PairSpread",
    "Plan",
    "Power",
    "PowerOptions",
    "PowerPlan",
    "RunComparison",
    "RunSummary",
    "ScoreGrid",
    "Scores",
    "Swap",
    "TestName",
    "UnitChoice",
    "Verdict",
    "WinPower",
    "assume_power",
    "bootstrap",
    "bootstrap_intervals",
    "bootstrap_sums",
    "by_unit",
    "cautions",
    "check_baseline",
    "check_noninferiority",
    "check_number",
    "check_units",
    "choose_unit",
    "cite",
    "compare",
    "compare_pairs",
    "compare_runs",
    "compare_training_runs",
    "copies",
    "corrected_pairs",
    "count_units",
    "coverage",
    "decimals",
    "decimals_apart",
    "detectable",
    "detectable_at",
    "disagreements",
    "drawn_unit",
    "family_rate",
    "find_oracles",
    "headline",
    "in_units",
    "least_units",
    "needed",
    "no_bar",
    "normal_power",
    "overall",
    "p_values",
    "paired_power",
    "plan_power",
    "plan_wins",
    "power",
    "score_units",
    "shares",
    "signed",
    "simulated_power",
    "spread_pairs",
    "standings",
    "summaries",
    "thresholds",
    "units_needed",
    "verdicts",
    "with_enough_draws",
    "write_p",
    "write_share",
]
__getattr__, __dir__ = open_door(__name__)
