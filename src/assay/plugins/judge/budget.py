"""What is spent on judges in one command, and the limits that nothing may pass.

A call is entered before it is made, with the most that it can cost; when it is over, with what it did cost. So no
limit is passed, however many calls are under way.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from assay.errors import AssayError
from assay.plugins.options import UNITS, Budget


class BudgetError(AssayError):
    """The budget does not allow another call; what was answered so far is kept."""


@dataclass(frozen=True)
class Cost:
    """Calls, tokens and money."""

    calls: float = 0
    tokens: float = 0
    money: float = 0

    def plus(self, other: Cost, sign: int = 1) -> Cost:
        """Return the sum, or the difference with a sign of -1."""
        return Cost(*(getattr(self, unit) + sign * getattr(other, unit) for unit in UNITS))


@dataclass
class Ledger:
    """What was spent, and what calls under way may still cost."""

    budget: Budget = Budget()
    spent: Cost = Cost()
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, most: Cost) -> None:
        """Enter a call that is about to be made; refuse one that might pass a limit."""
        with self._lock:
            after = self.spent.plus(most)
            for unit in UNITS:
                if getattr(after, unit) > getattr(self.budget, unit):
                    raise BudgetError(
                        f"the budget of {getattr(self.budget, unit):g} {unit} does not allow another call: "
                        f"{getattr(self.spent, unit):g} are spent or under way, and the next may need "
                        f"{getattr(most, unit):g}"
                    )
            self.spent = after

    def settle(self, most: Cost, real: Cost) -> None:
        """Put what a call did cost in the place of what it might have."""
        with self._lock:
            self.spent = self.spent.plus(most, -1).plus(real)
