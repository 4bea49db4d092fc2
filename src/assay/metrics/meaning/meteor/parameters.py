"""METEOR's parameters by version, language and task, and what each language has.

1.5: Denkowski and Lavie 2014, as the program prints them. 2005: Banerjee and Lavie. 2007: Lavie and Agarwal, whose
values for languages other than English could not be verified. Weights are those of exact, stem, synonym and paraphrase
matches.
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.errors import OptionError

Weights = tuple[float, float, float, float]


@dataclass(frozen=True)
class Parameters:
    """Alpha, beta, gamma, delta, and the weights of the four modules."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: Weights


# Language-independent parameters; the ranking ones of all languages that have none of their own.
LI = Parameters(0.75, 1.4, 0.7, 0.5, (1.0, 0.5, 0.5, 0.5))
TUNE = Parameters(0.5, 1.0, 0.5, 0.5, (1.0, 0.5, 0.5, 0.5))
UNIVERSAL = Parameters(0.7, 1.4, 0.3, 0.7, (1.0, 0.0, 0.0, 0.6))
RANK = {
    "en": Parameters(0.85, 0.2, 0.6, 0.75, (1.0, 0.6, 0.8, 0.6)),
    "cz": Parameters(0.95, 0.2, 0.6, 0.8, (1.0, 0.0, 0.0, 0.4)),
    "fr": Parameters(0.9, 1.4, 0.6, 0.65, (1.0, 0.2, 0.0, 0.4)),
    "es": Parameters(0.65, 1.3, 0.5, 0.8, (1.0, 0.8, 0.0, 0.6)),
    "de": Parameters(0.95, 1.0, 0.55, 0.55, (1.0, 0.8, 0.0, 0.2)),
}
ENGLISH = {
    "adq": Parameters(0.75, 1.4, 0.45, 0.7, (1.0, 1.0, 0.6, 0.8)),
    "hter": Parameters(0.4, 1.5, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
    "util": Parameters(0.65, 0.1, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8)),
}
_ALL_ALIKE: Weights = (1.0, 1.0, 1.0, 1.0)
OLD = Parameters(0.9, 3.0, 0.5, 0.5, _ALL_ALIKE)
OF_2007 = {
    "adq": Parameters(0.82, 1.0, 0.21, 0.5, _ALL_ALIKE),
    "fluency": Parameters(0.78, 0.75, 0.38, 0.5, _ALL_ALIKE),
    "sum": Parameters(0.81, 0.83, 0.28, 0.5, _ALL_ALIKE),
}

WITHOUT_TASKS = {"universal": UNIVERSAL, "2005": OLD, "nltk": OLD}

# METEOR's own codes, where they are not those of ISO 639-1.
CODES = {"cs": "cz", "sv": "se", "nb": "no"}
STEMMERS = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "se": "swedish",
    "tr": "turkish",
}
# Languages with a table of stems among METEOR's lists: Arabic in Buckwalter's letters, without vowels; case matters.
STEM_TABLES = {"ar-bw-red": "ar"}
CASED = ("ar-bw-red",)
NORMALISED = {"en": "english", "fr": "french", "cz": "alone", "de": "alone", "es": "alone", "ru": "alone"}


def parameters_of(version: str, language: str, task: str) -> Parameters:
    """Return what a version, language and task stand for; refuse a task that there is not."""
    if version in WITHOUT_TASKS:
        return _one_of({"rank": WITHOUT_TASKS[version]}, version, task)
    if version == "2007":
        return _one_of(OF_2007, version, task)
    tasks = {"rank": RANK.get(language, LI), "li": LI, "tune": TUNE, **(ENGLISH if language == "en" else {})}
    return _one_of(tasks, f"{version}, language {language}", task)


def default_task(version: str) -> str:
    """Return the task of a version where none is asked for."""
    return "sum" if version == "2007" else "rank"


def _one_of(tasks: dict[str, Parameters], version: str, task: str) -> Parameters:
    if task not in tasks:
        raise OptionError(
            f"meteor: version {version} has no parameters for task {task}; it has {', '.join(tasks)}"
        )
    return tasks[task]
