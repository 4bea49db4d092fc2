"""What is set once for a campaign: the language of the interface, leases, consent, completion codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from assay.options import check_choices, option

Language = Literal["en", "de", "sl", "ar"]
CompletionCodes = Literal["all", "passed", "none"]


def codes_of(settings: Mapping[str, object]) -> CompletionCodes:
    """Return who gets a completion code; campaigns of earlier versions say only whether there is one."""
    held = settings.get("completion_codes", True)
    return "passed" if held == "passed" else "all" if held in (True, "all") else "none"


@dataclass(frozen=True)
class SettingOptions:
    """How a campaign meets its annotators."""

    interface: Language = option("en", "the language of buttons and instructions")
    lease: int = option(
        60,
        "minutes after which a bundle that nobody works on goes to somebody else",
        metavar="MINUTES",
        least=1,
    )
    context: int = option(
        2, "segments shown before and after, where the protocol shows context", metavar="N", least=0
    )
    completion_codes: CompletionCodes = option(
        "all",
        "who is shown a completion code at the end: all who finish, those who do not fail the control items (passed), "
        "or nobody (none)",
    )

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)

    def settings(self, consent: str = "") -> dict[str, object]:
        """Return the settings as a campaign holds them; `consent` is the text that annotators agree to."""
        return {
            "language": self.interface,
            "lease_minutes": self.lease,
            "context": self.context,
            "completion_codes": self.completion_codes,
            "consent": consent,
        }
