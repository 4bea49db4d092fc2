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
    "claims": "cite signed verdicts",
    "grids": "GridColumn ScoreGrid",
    "macro_averages": "leave_out",
    "noninferiority": "BASELINE NEW Check Verdict",
    "options": "AUTO PARTS POWER_PARTS CompareOptions TestName drawn_unit",
    "oracle": "Oracle",
    "paired": "TESTS compare_pairs",
    "pairs": "Comparison shares standings",
    "power_analysis": "Coverage Power coverage detectable needed power simulated_power",
    "resampling": "Key Scores bootstrap bootstrap_intervals count_units spread",
    "sign_power": "WinPower",
    "systems": "AssumedPower Compared PowerPlan compare",
    "training_runs": "ComparedRuns cautions copies",
    "unit_choice": "UnitChoice in_units",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
