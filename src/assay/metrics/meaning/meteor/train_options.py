"""The options of METEOR's trainer, cheap to import: help reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.options import check_choices, option


@dataclass(frozen=True)
class TrainOptions:
    """What is to agree with people, and how fine the grid is; steps are those of METEOR's own trainer."""

    objective: Literal["auto", "pearson", "spearman", "consistency"] = option(
        "auto",
        "pearson, weighted by the length of the reference, or spearman with scores; consistency with rankings: right "
        "less wrong pairs, ties wrong; auto is pearson where there are scores",
    )
    alpha_step: float = option(0.05, "steps of alpha, from 0 to 1", least=0.001, most=1)
    beta_step: float = option(0.1, "steps of beta", least=0.001)
    beta_most: float = option(2.5, "largest beta", least=0)
    gamma_step: float = option(0.05, "steps of gamma, from 0 to 1", least=0.001, most=1)
    delta_step: float = option(0.05, "steps of delta, from 0 to 1", least=0.001, most=1)
    weight_step: float = option(0.2, "steps of the weights of modules after the first", least=0.01, most=1)
    best: int = option(5, "settings to show, the best first", least=1)

    def __post_init__(self) -> None:
        """Refuse what is no choice or no number that makes sense."""
        check_choices(self)
