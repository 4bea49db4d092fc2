"""Score and signature objects with sacreBLEU's fields and text: they hold figures and compute none."""

# ruff: noqa: PLR0917 - the order of positional arguments is sacreBLEU's

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

__version__ = f"assay-{version('mt-assay')}"
_SHORT = {
    "version": "v", "nrefs": "#", "test": "t", "lang": "l", "subset": "S", "origlang": "o", "seed": "rs",
}  # fmt: skip


class SacrebleuScore:
    """A figure, its name and, after a bootstrap, its mean and half the width of its 95% interval."""

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean = self._ci = -1.0
        self._verbose = ""

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """Write the score out with `width` decimals: alone, as a line, or as JSON."""
        figure = f"{self.score:.{width}f}"
        interval = f"μ = {self._mean:.{width}f} ± {self._ci:.{width}f}" if self._mean > 0 else ""
        text = f"{figure} ({interval})" if interval else figure
        if score_only:
            return text
        if is_json:
            return self._json(width, signature, interval)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {text} {self._verbose}" if self._verbose else f"{name} = {text}"

    def _json(self, width: int, signature: str, interval: str) -> str:
        fields: dict[str, object] = {"name": self.name, "score": float(f"{self.score:.{width}f}")}
        fields["signature"] = signature
        if interval:
            fields["confidence_mean"] = float(f"{self._mean:.{width}f}")
            fields["confidence_var"] = float(f"{self._ci:.{width}f}")
            fields["confidence"] = interval
        if self._verbose:
            fields["verbose_score"] = self._verbose
        fields |= {
            key: value for key, _, value in (pair.partition(":") for pair in signature.split("|")) if key
        }
        return json.dumps(fields, indent=1, ensure_ascii=False)

    def __repr__(self) -> str:
        return self.format()


class BLEUScore(SacrebleuScore):
    """BLEU with the matches, totals and precisions of each order, the lengths and the brevity penalty."""

    def __init__(
        self,
        score: float,
        counts: list[float],
        totals: list[float],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.counts = counts
        self.totals = totals
        self.precisions = precisions
        self.bp = bp
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.prec_str = "/".join(f"{precision:.1f}" for precision in precisions)
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} "
            f"hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class CHRFScore(SacrebleuScore):
    """chrF and the orders and beta that its name is made of."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta


class TERScore(SacrebleuScore):
    """TER, the edits and the sum of the average reference lengths."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class Signature:
    """Options as `key:value` pairs; `info` holds them all, and those that are None are not written."""

    def __init__(self, info: Mapping[str, object], short: Mapping[str, str]) -> None:
        self.info: dict[str, Any] = {"version": __version__}
        self.info |= dict.fromkeys(
            ("nrefs", "bs", "ar", "seed", "test", "lang", "origlang", "subset")
        ) | dict(info)
        self._short = {**_SHORT, **short}

    def format(self, short: bool = False) -> str:
        """Write the pairs out, the version last, with short keys if asked."""
        keys = [key for key in self.info if key != "version"] + ["version"]
        names = self._short if short else {}
        values = {names.get(key, key): self.info[key] for key in keys if self.info[key] is not None}
        return "|".join(f"{key}:{_word(value)}" for key, value in values.items())

    def update(self, key: str, value: object) -> None:
        """Set one pair."""
        self.info[key] = value

    def __repr__(self) -> str:
        return self.format()


def _word(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
