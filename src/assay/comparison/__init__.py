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

HOMES = {
    "answer": "headline",
    "claims": (
        "BY_SEGMENT cite decimals decimals_apart disagreements family_rate nothing_could_be signed test_words "
        "thresholds verdicts write_p write_share"
    ),
    "grids": "GridColumn GridPair PairSpread ScoreGrid Swap corrected_pairs spread_pairs",
    "macro_averages": "BY_DOCUMENT BY_LINE LeftOut leave_out",
    "noninferiority": "BASELINE NEW Case Check Verdict check_noninferiority overall",
    "options": (
        "AUTO CORRECTION_NAMES PAGE_EXAMPLES PARTS POWER_PARTS CompareOptions PowerOptions TestName "
        "drawn_unit"
    ),
    "oracle": "Oracle find_oracles",
    "paired": "TESTS check_baseline check_number compare_pairs p_values",
    "pairs": "Comparison Pair shares standings",
    "power_analysis": (
        "Coverage Plan Power coverage detectable detectable_at least_units needed normal_power paired_power "
        "power simulated_power units_needed"
    ),
    "resampling": (
        "FEW_UNITS Key Scores Spread bootstrap bootstrap_intervals bootstrap_sums by_unit check_units count_units "
        "interval_words score_units spread takes_t"
    ),
    "sign_power": "WinPower plan_wins",
    "systems": "AssumedPower Bar Compared PowerPlan assume_power compare no_bar plan_power",
    "training_runs": (
        "ComparedRuns RunComparison RunSummary cautions compare_runs compare_training_runs copies summaries"
    ),
    "unit_choice": "UnitChoice choose_unit in_units",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
