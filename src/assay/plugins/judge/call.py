"""Which model judges, where, how it is asked, and what it costs; the key of the endpoint is no part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from assay.errors import OptionError
from assay.io import Within

Style = Literal["da", "sqm", "stars", "mqm", "esa"]
STYLES: tuple[str, ...] = get_args(Style)
# Of an answer; enough for many errors
MOST_TOKENS = {"da": 16, "sqm": 16, "stars": 16, "mqm": 512, "esa": 512}


@dataclass(frozen=True)
class JudgeCall:
    """How a judge is asked; `key_variable` is the environment variable that holds the key, which is never written."""

    style: str
    endpoint: str  # up to and without /chat/completions
    model: str
    key_variable: str = ""
    reference: bool = False
    temperature: Annotated[float, Within(0)] = 0.0
    seed: int | None = 1
    most_tokens: Annotated[int, Within(0)] = 0  # 0: enough for the style
    price_in: Annotated[float, Within(0)] = 0.0  # of a million tokens of prompts
    price_out: Annotated[float, Within(0)] = 0.0  # of a million tokens of answers
    lanes: Annotated[int, Within(1, 10_000)] = 4  # questions under way at a time
    seconds: Annotated[float, Within(0)] = 120.0
    retries: Annotated[int, Within(0)] = 5

    def __post_init__(self) -> None:
        """Refuse what cannot be asked."""
        if self.style not in STYLES:
            raise OptionError(f"{self.style!r} is not a way to judge; choose from {', '.join(STYLES)}")
        if not self.endpoint.startswith(("http://", "https://")):
            raise OptionError(
                f"--endpoint {self.endpoint}: give an address such as https://host/v1, to which "
                "/chat/completions is added"
            )
        if not self.model:
            raise OptionError(
                "a judge needs the name of a model: give --model NAME, as the endpoint calls it"
            )

    def settings(self) -> str:
        """Return what decides its answers besides the model, as signatures write it."""
        told = f"endpoint={self.endpoint} reference={'yes' if self.reference else 'no'}"
        return f"{told} temperature={self.temperature:g} seed={self.seed} most_tokens={self.answer_tokens}"

    @property
    def answer_tokens(self) -> int:
        """The longest answer, in tokens."""
        return self.most_tokens or MOST_TOKENS[self.style]

    def price(self, tokens_in: float, tokens_out: float) -> float:
        """Return what so many tokens cost."""
        return (tokens_in * self.price_in + tokens_out * self.price_out) / 1e6
