"""Flags that people know from sacreBLEU, from other programs and from other commands, and what to write instead."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assay.cli.commands import COMMANDS
from assay.options import declared

# What is an option of the metric: the option, and whether a value stands behind the flag.
OF_METRICS = {
    **dict.fromkeys(("-tok", "--tok", "--tokenize", "--tokenise", "--tokenizer"), ("tok", True)),
    **dict.fromkeys(("-lc", "--lc", "--lowercase", "--case-insensitive"), ("lowercase", False)),
    **dict.fromkeys(("-sm", "--smooth", "--smooth-method"), ("smooth", True)),
    **dict.fromkeys(("-sv", "--smooth-value"), ("smooth_value", True)),
}
# What sacreBLEU's program alone has.
OF_SACREBLEU = {
    **dict.fromkeys(("-t", "--test-set"), "a test set by its name"),
    **dict.fromkeys(("-l", "--language-pair"), "a language pair"),
    **dict.fromkeys(("-b", "--score-only"), "the score alone"),
    **dict.fromkeys(("-w", "--width"), "the number of digits"),
    **dict.fromkeys(("--echo", "--origlang", "-ol", "--subset"), "parts of a test set"),
}
TESTS = {
    "--paired-bs": "sacrebleu-bs",
    "-pbs": "sacrebleu-bs",
    "--paired-ar": "sacrebleu-ar",
    "-par": "sacrebleu-ar",
}
RENAMED = {
    **dict.fromkeys(("-n", "--n-samples", "--num-samples", "--bootstrap", "--paired-bs-n"), "--draws"),
    **dict.fromkeys(("-f", "--output-format"), "--format"),
    **dict.fromkeys(("-i", "--input", "--hyp", "--hypothesis", "--hypotheses", "--outputs"), ""),
    **dict.fromkeys(("--refs", "--reference-file"), "-r"),
    **dict.fromkeys(("--src",), "-s"),
    **dict.fromkeys(("--ci", "--alpha"), "--confidence"),
}
REFERENCES = ("-r", "--ref", "--refs", "--reference", "--references")
SACREBLEU = "write assay sacrebleu REFERENCE -i OUTPUT"
VERSIONS = ("-v", "-V", "--verbose", "--version")
# Where an option of another command is looked for, first what is nearest to scores.
NEIGHBOURS = ("compare", "score", "gate", "report", "check", "diagnose", "human", "meta", "power")


def advice_on_flag(command: str, flag: str, value: str, names: Collection[str], forms: Sequence[str]) -> str:
    """Say what to write instead of a flag that a command, called by its name, does not have; "" where nobody can tell.

    `value` is the word behind it, `names` are the flags of the command, and `forms` the formats of its answer.
    """
    if command == "sacrebleu":
        return "references come first and have no flag: " + SACREBLEU if flag in REFERENCES else ""
    if flag in OF_METRICS and "--metric" in names:
        option, takes = OF_METRICS[flag]
        return f"it is an option of a metric: write -m bleu:{option}" + (
            f"={value or 'VALUE'}" if takes else ""
        )
    if flag in TESTS:
        here = (
            f"write --test {TESTS[flag]}"
            if command == "compare"
            else f"write assay compare --test {TESTS[flag]}"
        )
        return f"{here}, which needs two systems or more"
    if flag in OF_SACREBLEU:
        return f"assay sacrebleu takes it, for {OF_SACREBLEU[flag]}"
    if flag.lstrip("-") in forms:
        return f"write --format {flag.lstrip('-')}"
    if flag in VERSIONS:
        return '"assay --version" says the version, and warnings are always shown'
    return _renamed(command, flag, names)


def _renamed(command: str, flag: str, names: Collection[str]) -> str:
    meant = RENAMED.get(flag, flag)
    if not meant:
        return "outputs are named without a flag, as in assay score -r REFERENCE OUTPUT"
    if meant in names:
        return f"write {meant}"
    having = command_with(meant, besides=command)
    return f"{meant} is an option of assay {having}" if having and meant.startswith("--") else ""


def command_with(flag: str, besides: str) -> str:
    """Return the command nearest to scores that has a flag, "" where none has."""
    others = (name for name in NEIGHBOURS if name != besides)
    return next((name for name in others if flag in _flags(name)), "")


def _flags(command: str) -> set[str]:
    return {name for each in declared(COMMANDS[command].load().Arguments) for name in each.names}
