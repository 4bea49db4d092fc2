"""Scores and signatures with sacreBLEU's fields and text: they hold figures and compute none."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from assay.version import installed_version

_SHORT = {
    "version": "v", "nrefs": "#", "test": "t", "lang": "l", "subset": "S", "origlang": "o",
    "bs": "bs", "ar": "ar", "seed": "rs",
}  # fmt: skip


class Score:
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

    def estimate_ci(self, scores: Sequence[Score]) -> None:
        """Take mean and interval from the scores of a bootstrap."""
        ordered = sorted(score.score for score in scores)
        tail = len(ordered) // 40  # 2.5 % on either side
        self._mean, self._ci = mean(ordered), 0.5 * (ordered[len(ordered) - tail - 1] - ordered[tail])

    def __repr__(self) -> str:
        return self.format()


class Signature:
    """Options as `key:value` pairs, read off a metric's attributes; those that are None are not written."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        if "num_refs" not in args:
            raise ValueError("the number of references is not known yet; score something first")
        self._abbr = dict(_SHORT)
        self.info: dict[str, Any] = {
            "version": f"assay-{installed_version()}",
            "nrefs": "var" if args["num_refs"] == -1 else args["num_refs"],
            "bs": args.get("n_bootstrap"),
            "ar": None,
            "seed": args.get("seed"),
            "test": args.get("test_set"),
            "lang": args.get("langpair"),
            "origlang": args.get("origlang"),
            "subset": args.get("subset"),
        }

    def extend(self, options: Mapping[str, tuple[str, object]]) -> None:
        """Add a metric's options: key to short key and value."""
        self._abbr |= {key: short for key, (short, _) in options.items()}
        self.info |= {key: value for key, (_, value) in options.items()}

    def format(self, short: bool = False) -> str:
        """Write the pairs out, the version last, with short keys if asked."""
        keys = [key for key in self.info if key != "version"] + ["version"]
        names = self._abbr if short else {}
        pairs = [(names.get(key, key), self.info[key]) for key in keys if self.info[key] is not None]
        return "|".join(f"{key}:{_word(value)}" for key, value in pairs)

    def update(self, key: str, value: object) -> None:
        """Set one pair."""
        self.info[key] = value

    def __repr__(self) -> str:
        return self.format()


def _word(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
