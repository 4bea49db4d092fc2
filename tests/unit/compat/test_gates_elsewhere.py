"""The gate elsewhere: the fixture of pytest, the action of GitHub; and the recipe of conda."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from support.program import LIMIT

ROOT = Path(__file__).parents[3]
HARBOUR = ROOT / "examples" / "harbour"

SUITE = f"""
BASE = {str(HARBOUR / "birch.en.txt")!r}
REFERENCES = {str(HARBOUR / "reference-a.en.txt")!r}

def test_better(assert_not_worse):
    gate = assert_not_worse({str(HARBOUR / "alder.en.txt")!r}, REFERENCES, "chrf", baseline=BASE, margin=0.5)
    assert gate.verdict == "pass"

def test_worse(assert_not_worse):
    assert_not_worse({str(HARBOUR / "drift.en.txt")!r}, REFERENCES, "chrf", baseline=BASE, margin=0.5)
"""


def test_the_fixture_fails_a_test_with_the_words_of_the_gate(tmp_path: Path) -> None:
    (tmp_path / "test_system.py").write_text(SUITE, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_system.py"]
    ran = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT)
    assert "1 failed, 1 passed" in ran.stdout
    assert "worse by more than the margin" in ran.stdout
    assert "Traceback" not in ran.stdout


def run_step(step: dict[str, Any], inputs: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a step as the runner would: inputs put into its environment, then bash."""
    variables = {
        name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], text)
        for name, text in step["env"].items()
    }
    environment = {**os.environ, **variables, "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    command = ["bash", "-e", "-o", "pipefail", "-c", step["run"]]
    return subprocess.run(
        command, check=False, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT
    )


@pytest.mark.parametrize(("new", "code", "word"), [("alder", 0, "pass"), ("drift", 1, "fail")])
def test_the_action_runs_the_gate(tmp_path: Path, new: str, code: int, word: str) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    inputs = {name: str(each.get("default", "")) for name, each in action["inputs"].items()}
    inputs |= {
        "python": sys.executable,
        "install": "",
        "outputs": f"new={HARBOUR / f'{new}.en.txt'}",
        "baseline": str(HARBOUR / "birch.en.txt"),
        "references": str(HARBOUR / "reference-a.en.txt"),
        "metrics": "chrf ter",
        "margin": "chrf=0.5 ter=1",
    }
    steps = action["runs"]["steps"]
    assert run_step(steps[0], inputs, tmp_path).returncode == 0
    ran = run_step(steps[1], inputs, tmp_path)
    assert ran.returncode == code, ran.stderr
    assert f"Gate: {word}" in ran.stdout
    assert (tmp_path / "summary.md").read_text(encoding="utf-8") == ran.stdout
    assert not (tmp_path / "gate.md").exists()


@pytest.mark.parametrize(
    ("install", "packages"),
    [(None, ["/the/action"]), ("mt-assay==0.2.0", ["mt-assay==0.2.0"]), ("", [])],
)
def test_the_action_installs_its_own_version_unless_told(
    tmp_path: Path, install: str | None, packages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    python = tmp_path / "python"
    python.write_text(
        '#!/bin/sh\nfor word; do :; done\nprintf "%s\\n" "$word" > installed.txt\n', encoding="utf-8"
    )
    python.chmod(0o755)
    monkeypatch.setenv("GITHUB_ACTION_PATH", "/the/action")
    default = action["inputs"]["install"]["default"]
    inputs = {"python": str(python), "install": default if install is None else install}
    assert run_step(action["runs"]["steps"][0], inputs, tmp_path).returncode == 0
    told = tmp_path / "installed.txt"
    assert (told.read_text(encoding="utf-8").split() if told.exists() else []) == packages


def test_the_recipe_names_what_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    recipe = (ROOT / "packaging" / "conda" / "meta.yaml").read_text(encoding="utf-8")
    plain = re.sub(r"\{%.*?%\}\n|\{\{.*?\}\}", "x", recipe)
    read = yaml.safe_load(re.sub(r"^x(?=\n)", "", plain, flags=re.MULTILINE).replace("xx", "x"))
    wanted = {re.sub(r"(?=[<>=])", " ", each, count=1) for each in project["dependencies"]}
    assert wanted | {f"python {project['requires-python']}"} == set(read["requirements"]["run"])
    assert read["package"]["name"] == project["name"]
