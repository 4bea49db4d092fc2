"""Logs of the first version of the server, whose definitions lack texts that protocols share (labels of severities)."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from assay.errors import AssayWarning
from assay.studies.campaigns.protocols.checked_values import checked_value
from assay.studies.campaigns.protocols.loading import shared_wording, wording_keys
from assay.studies.campaigns.values import Campaign


def completed_definition(definition: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """Return a definition with the shared texts that it lacks, as later versions have them; a warning names them."""
    protocol = checked_value(Campaign, definition, f"{where}, definition").protocol
    shared, keys = shared_wording(), wording_keys(protocol)
    lacking = {
        language: {key: shared[language][key] for key in keys if key not in own and key in shared[language]}
        for language, own in protocol.wording.items()
        if language in shared
    }
    names = dict.fromkeys(key for texts in lacking.values() for key in texts)
    if not names:
        return definition
    warnings.warn(
        f"{where}: this log is of an early version and lacks the texts {', '.join(names)}; they are those of this "
        "version now, which annotators may have seen in other words",
        AssayWarning,
        stacklevel=2,
    )
    wording = {language: {**lacking.get(language, {}), **own} for language, own in protocol.wording.items()}
    return {**definition, "protocol": {**definition["protocol"], "wording": wording}}
