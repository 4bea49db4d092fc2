"""The description of the interface is complete, and whatever it allows is answered without an error of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from assay.studies.app.application import make_application
from assay.studies.bench import Bench
from support.small_studies import OWN, client, entered, served, small_campaign

EXAMPLES = 10  # for every operation, each way
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
WHERE = {"annotator": "spring", "admin": "*"}


def test_every_route_of_json_is_described(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = client(desk)
        described = browser.get("/openapi.json").json()
        paths = {path for path in described["paths"] if path.startswith("/api/")}
        wanted = {"next", "answer", "draft", "edits", "skip", "open", "consent", "withdraw"}
        assert paths == {f"/api/{name}" for name in wanted}
        for path in paths:
            answers = described["paths"][path]["post"]["responses"]
            assert {"401", "403", "409", "413", "415", "422", "429", "503"} <= set(answers)
            assert described["paths"][path]["post"]["summary"]


@pytest.mark.slow
@pytest.mark.parametrize("role", ["annotator", "admin", "stranger"])
def test_whatever_is_sent_gets_an_answer_that_is_described(tmp_path: Path, role: str) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = client(desk) if role == "stranger" else entered(desk, "ada", WHERE[role], role)
        whole = make_application(desk, Bench(tmp_path / "bench"))
        schema = schemathesis.openapi.from_asgi("/openapi.json", whole)
        operations: list[Any] = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
        assert len(operations) >= 20
        sent = {"headers": OWN, "cookies": dict(browser.cookies)}
        for operation in operations:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                ask(operation, mode, sent)


def ask(operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, sent: dict[str, Any]) -> None:
    """Send what the description allows, or what it does not, and check the answers by the description."""

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(mode))
    def check(case: Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS, **sent)

    try:
        check()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, operation.label  # there is nothing that it does not allow
