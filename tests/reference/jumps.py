"""The cheapest way through a matrix with jumps, for one segment: what CDER and EED share.

Of equally cheap ways a match or substitution is preferred to a deletion, that to an insertion, that to a jump.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from reference.ter import DELETE, INSERT, KEEP, SUBSTITUTE

JUMP = "j"


class Way(NamedTuple):
    """What leads to a cell: its cost, the operations, and where each jump enters the output."""

    cost: Any
    operations: str = ""
    jumps: tuple[int, ...] = ()

    def then(self, price: Any, operation: str, *target: int) -> Way:
        """Return this way and one operation more."""
        return Way(self.cost + price, self.operations + operation, self.jumps + target)


class Rules(NamedTuple):
    """What each step costs; `edge` is a deletion before the first token of the output."""

    insertion: Any
    deletion: Any
    edge: Any
    jump: Any
    replacement: Callable[[str, str], Any]  # of an output token and a reference token that differ
    jumps: Callable[[str], bool]  # whether there are jumps after a reference token
    cheapest: Callable[[Sequence[Any]], int]  # the cell of a row that jumps leave from
    rising: bool = False  # whether the row before the first reference token has insertions instead of jumps


def first_row(start: Way, cells: int, rules: Rules) -> list[Way]:
    """Return the ways before the first reference token: one jump, at the price of 1, or insertions."""
    row = [start]
    for place in range(1, cells + 1):
        inserted = rules.rising or (place == 1 and rules.insertion == 1)
        row.append(row[-1].then(1, INSERT) if inserted else start.then(1, JUMP, place))
    return row


def cheapest_way(hypothesis: Sequence[str], reference: Sequence[str], zero: Any, rules: Rules) -> Way:
    """Fill the matrix row by row with ways; `zero` is nought in the precision wanted."""
    row = first_row(Way(zero), len(hypothesis), rules)
    for token in reference:
        following = [row[0].then(rules.edge, DELETE)]
        for place, own in enumerate(hypothesis, start=1):
            price = zero if own == token else rules.replacement(own, token)
            ways = (
                row[place - 1].then(price, KEEP if own == token else SUBSTITUTE),
                row[place].then(rules.deletion, DELETE),
                following[-1].then(rules.insertion, INSERT),
            )
            following.append(min(ways, key=lambda way: way.cost))
        row = jumped(following, rules) if rules.jumps(token) else following
    return row[-1]


def jumped(row: Sequence[Way], rules: Rules) -> list[Way]:
    """Let every cell be reached from the cheapest."""
    source = row[rules.cheapest([way.cost for way in row])]
    jumps = [source.then(rules.jump, JUMP, place) for place in range(len(row))]
    return [way if way.cost <= jump.cost else jump for way, jump in zip(row, jumps, strict=True)]
