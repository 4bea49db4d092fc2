"""A real Slurm of one machine: the array of examples/slurm, a task that is killed, and the same array again.

make slurm installs Debian's slurmctld, slurmd and munge, and runs this. Daemons, key, files and ports are the
test's own.
"""

from __future__ import annotations

import getpass
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import psutil
import pytest
from test_kills import write_shards

from support.program import HARBOUR, assay, guarded
from support.waits import until

SBIN = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
DAEMONS = {name: shutil.which(name, path=SBIN) for name in ("munged", "slurmctld", "slurmd")}
LIMIT = 300  # seconds for anything on a busy machine
CONFIGURATION = """
ClusterName=assay
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
MailProg=/bin/true
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
# In place of assay in the jobs: the second task and its script are killed once, as when memory is short.
MORTAL = """#!/bin/sh
if [ "$SLURM_ARRAY_TASK_ID" = 1 ] && [ ! -e {folder}/killed ]; then
  touch {folder}/killed
  kill -9 $PPID $$
fi
exec {python} -m assay "$@"
"""

pytestmark = pytest.mark.skipif(
    None in DAEMONS.values(), reason="slurmctld, slurmd or munged is not installed; make slurm"
)


def free_ports(number: int) -> list[int]:
    """Return ports of this machine that nobody listens at."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(closing(socket.socket())) for _ in range(number)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]


def end_all(configuration: Path) -> None:
    """Kill whatever still runs under this configuration: daemons, and the keepers of steps that left them."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get("SLURM_CONF") == str(configuration):
                process.kill()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Start a cluster of one node; return the environment in which its commands find it."""
    folder = (
        Path(os.environ.get("TMPDIR", "/tmp")) / f"assay-slurm-{os.getpid()}"
    )  # sockets have short names only
    for name in ("state", "spool", "bin"):
        (folder / name).mkdir(parents=True)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    configuration = folder / "slurm.conf"
    configuration.write_text(
        CONFIGURATION.format(
            host=socket.gethostname().partition(".")[0],
            user=getpass.getuser(),
            folder=folder,
            ports=free_ports(2),
        )
    )
    program = folder / "bin" / "assay"
    program.write_text(MORTAL.format(folder=tmp_path, python=sys.executable))
    program.chmod(0o755)
    environment = os.environ | {
        "SLURM_CONF": str(configuration),
        "PATH": f"{folder / 'bin'}{os.pathsep}{SBIN}",
    }
    munge = [f"--{name}-file={folder / name}" for name in ("pid", "log", "seed")]
    commands = [
        [DAEMONS["munged"], "-F", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket", *munge],
        [DAEMONS["slurmctld"], "-D", "-f", str(configuration)],
        [DAEMONS["slurmd"], "-D", "-f", str(configuration)],
    ]
    try:
        with ExitStack() as stack, open(folder / "log", "wb") as log:
            for command in commands:
                words = [str(word) for word in command]
                stack.enter_context(guarded(words, 2 * LIMIT, env=environment, stdout=log, stderr=log))
                if command is commands[0]:
                    wait_until((folder / "munge.socket").exists, folder)
            wait_until(lambda: "idle" in slurm(environment, "sinfo", "-h", "-o", "%T"), folder)
            yield environment
    finally:
        end_all(configuration)
        shutil.rmtree(folder, ignore_errors=True)


def wait_until(happened: Callable[[], bool], folder: Path) -> None:
    """Wait for something; show what the daemons said if it does not come."""
    try:
        until(happened)
    except AssertionError:
        raise AssertionError((folder / "log").read_text(errors="replace")[-2000:]) from None


def slurm(environment: dict[str, str], *command: str, cwd: Path | None = None) -> str:
    """Run a command of Slurm; return what it says."""
    run = subprocess.run(
        command, check=False, env=environment, cwd=cwd, capture_output=True, text=True, timeout=LIMIT
    )
    return run.stdout


def run_array(environment: dict[str, str], folder: Path) -> None:
    """Submit the example as three tasks, and wait until none is left."""
    script = HARBOUR.parent / "slurm" / "map.sbatch"
    said = slurm(environment, "sbatch", "--array=0-2", str(script), cwd=folder)
    assert said.startswith("Submitted batch job")
    wait_until(lambda: not slurm(environment, "squeue", "-h"), Path(environment["SLURM_CONF"]).parent)


def scores(answer: str) -> list[dict[str, object]]:
    """Return the rows of scores of a JSON answer, every digit."""
    table = next(block for block in json.loads(answer)["blocks"] if block.get("name") == "scores")
    return list(table["rows"])


@pytest.mark.slow
def test_a_killed_task_is_named_and_the_same_array_does_the_rest(
    cluster: dict[str, str], tmp_path: Path
) -> None:
    write_shards(tmp_path, 6)
    environment = cluster | {
        "OUTPUTS": "alder=alder",
        "REFERENCES": "reference-a",
        "METRICS": "-m bleu -m chrf -m ribes",
    }
    run_array(environment, tmp_path)
    merged = assay("merge", "parts", "--expect", "shards.txt", cwd=tmp_path)
    assert (merged.returncode, merged.stdout) == (1, "")
    assert "alder: shards 001, 004 are missing" in merged.stderr
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "parts").glob("*.part")}
    assert len(written) == 4
    run_array(environment, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in written} == written
    merged = assay("merge", "parts", "--expect", "shards.txt", "--format", "json", cwd=tmp_path)
    for name in ("alder", "reference-a"):
        texts = [path.read_bytes() for path in sorted((tmp_path / name).iterdir())]
        (tmp_path / f"{name}.txt").write_bytes(b"".join(texts))
    options = ["-m", "bleu", "-m", "chrf", "-m", "ribes", "--format", "json"]
    whole = assay("score", "alder=alder.txt", "-r", "reference-a.txt", *options, cwd=tmp_path)
    assert scores(merged.stdout) == scores(whole.stdout)
