"""What `assay meteor-train` has to say: the best parameters, those of the metric as it is, and how to use them."""

from __future__ import annotations

from dataclasses import replace

from assay.metrics import Meteor, Setting, Trained, spec_of
from assay.reporting.blocks import Block, Heading
from assay.reporting.columns import number, table_of, text

MEASURES = {
    "pearson": "Pearson's correlation, weighted by length",
    "spearman": "Spearman's correlation",
    "consistency": "right less wrong pairs, as a share of all",
}


def training_report(metric: Meteor, trained: Trained) -> list[Block]:
    """Make one table, a row a setting; the last is that of the metric as it was given."""
    named = [
        *((str(place + 1), each) for place, each in enumerate(trained.settings)),
        ("as given", trained.given),
    ]
    table = table_of(
        "settings",
        f"{MEASURES[trained.objective]}; {trained.tried:,} settings compared",
        named,
        [
            text("rank", read=lambda row: row[0]),
            number("agreement", digits=4, read=lambda row: row[1].agreement),
            *(
                number(name, digits=2, read=lambda row, name=name: getattr(row[1], name))
                for name in PARAMETERS
            ),
            text("weights", read=lambda row: " ".join(f"{weight:g}" for weight in row[1].weights)),
        ],
        notes=[f'use the best with -m "{_spec(metric, trained.settings[0])}"'],
    )
    return [Heading("Parameters of METEOR that agree best with people"), table]


PARAMETERS = ("alpha", "beta", "gamma", "delta")


def _spec(metric: Meteor, setting: Setting) -> str:
    chosen = {name: getattr(setting, name) for name in PARAMETERS}
    return spec_of(replace(metric, **chosen, weights=setting.weights))
