"""What a command has to say, before it is written: a command returns it, and `output` writes it once."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from assay.data import Results, SegmentBuckets
    from assay.metrics import Evaluation
    from assay.reporting import Block

    Pages = Callable[[Sequence[Block]], Iterable[tuple[str | None, str]]]


@dataclass(frozen=True)
class Answer:
    """An answer in blocks; or in another form, with the blocks for whoever wants to keep them.

    `whole` makes the blocks that run files keep, where these are others than what is shown. `ready` is an answer that
    is already in its format (an iterator makes it part by part), `pages` makes files of the blocks: paths (None:
    standard output) and texts; `beside` are further files. `results` makes the figures of the blocks as run files
    keep them; `evaluations` and `buckets` the statistics of segments that the blocks rest on; `inputs` files that were
    read besides those that options name; `cautions` what was said on standard error meanwhile, which a document has
    to say, too; `code` is the exit code.
    """

    blocks: Sequence[Block] = ()
    whole: Callable[[], Sequence[Block]] | None = None
    ready: str | bytes | Iterator[bytes] | None = None
    pages: Pages | None = None
    beside: Sequence[tuple[str, str]] = ()
    results: Callable[[], Results | None] | None = None
    evaluations: Sequence[Evaluation] = ()
    buckets: Sequence[SegmentBuckets] = ()
    inputs: Sequence[str] = ()
    cautions: Sequence[str] = ()
    # What -o names is a folder, which is written; `ready` says so on standard output
    folder: bool = False
    code: int = 0

    @property
    def recorded(self) -> Sequence[Block]:
        """What run files keep."""
        return self.blocks if self.whole is None else self.whole()

    @property
    def systems(self) -> list[str]:
        """The systems that the answer is about, by the names they have in files."""
        return [system for evaluation in self.evaluations for system in evaluation.systems]
