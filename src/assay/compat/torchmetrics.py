"""Any metric of ours as a `torchmetrics.Metric`, for training on several devices.

    from assay.compat.torchmetrics import TextMetric
    chrf = TextMetric("chrf")
    chrf.update(["the harbour"], ["the old harbour"])       # on every rank, as often as there are batches
    chrf.compute()                                          # over all ranks, with the digits of assay.score

The state is the sum of a metric's statistics: digits of whole numbers in float64, which add over batches, ranks and
`merge_state` without rounding. Nothing is computed here, and nothing of the texts is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from assay.data import EvalSet, ExactSums
from assay.errors import DependencyError, InputError, MismatchError
from assay.metrics import parse_metric, shard_rows
from assay.resources import Resources

if TYPE_CHECKING:
    import torch

try:
    from torchmetrics import Metric
except ImportError as error:
    raise DependencyError(
        "assay.compat.torchmetrics needs torchmetrics and torch: pip install torchmetrics"
    ) from error

SYSTEM = "predictions"  # what messages call the texts


class TextMetric(Metric):  # type: ignore[misc]  # where torchmetrics is not installed, its types are not known
    """A metric by its specification, such as `bleu` or `chrf:beta=3`, with the methods of torchmetrics."""

    is_differentiable = False
    full_state_update = False
    digits: torch.Tensor
    segments: torch.Tensor

    def __init__(self, metric: str = "bleu", *, threads: int = 0, **kwargs: Any) -> None:
        import torch

        super().__init__(**kwargs)
        self.metric, self.threads = parse_metric(metric), threads
        if self.metric.fits_corpus:
            raise InputError(
                f"{self.metric.label} learns from the whole set, which no batch is; score with assay.score"
            )
        empty = torch.zeros(_no_sums(len(self.metric.columns)).shape, dtype=torch.float64)
        self.add_state("digits", default=empty, dist_reduce_fx="sum")
        self.add_state("segments", default=torch.zeros((), dtype=torch.float64), dist_reduce_fx="sum")

    @property
    def higher_is_better(self) -> bool:
        """Whether more is better."""
        return self.metric.higher_is_better

    def update(self, preds: str | Sequence[str], target: str | Sequence[str | Sequence[str]]) -> None:
        """Add predictions, each with its reference or a list of references."""
        import torch

        texts = [preds] if isinstance(preds, str) else list(preds)
        given = [target] if isinstance(target, str) else list(target)
        if len(texts) != len(given):
            raise MismatchError(f"{len(texts)} predictions and {len(given)} targets; give one for each")
        if not texts:
            return
        evalset = _set_of([[each] if isinstance(each, str) else list(each) for each in given])
        rows = shard_rows(evalset, {SYSTEM: texts}, [self.metric], Resources(threads=self.threads))
        sums = ExactSums.of(rows[self.metric, SYSTEM]) + ExactSums.of_spread(self.digits.cpu().numpy())
        self.digits = torch.from_numpy(sums.spread()).to(self.digits.device)
        self.segments += len(texts)

    def compute(self) -> torch.Tensor:
        """Return the score of everything that was added, on all ranks together."""
        import torch

        if not int(self.segments):
            raise InputError("there is nothing to score; call update with predictions and targets before")
        totals = ExactSums.of_spread(self.digits.cpu().numpy()).rounded()[0]
        score = float(self.metric.score(totals))
        return torch.tensor(score, dtype=torch.float64, device=self.digits.device)

    def merge_state(self, incoming_state: Any) -> None:
        """Add what another process, or another loader, has added up under the same metric."""
        if isinstance(incoming_state, TextMetric) and incoming_state.metric != self.metric:
            raise InputError(
                f"a state of {incoming_state.metric.label} was given to {self.metric.label}; merge those of one metric"
            )
        super().merge_state(incoming_state)
        self._computed = None  # a score from before, which torchmetrics would return again


def _no_sums(columns: int) -> Any:
    import numpy as np

    return ExactSums.of(np.zeros((0, columns))).spread()


def _set_of(targets: Sequence[Sequence[str]]) -> EvalSet:
    """Return a set with as many reference columns as a segment has at most; the others have holes."""
    return EvalSet(
        name="batch",
        languages=("", ""),
        source=None,
        references={
            str(number): list(column) for number, column in enumerate(zip_longest(*targets), start=1)
        },
        document=None,
    )
