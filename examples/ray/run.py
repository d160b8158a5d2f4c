#!/usr/bin/env python3
"""Plays the shards of a simulation on a Ray cluster and merges them.

    run.py [--araudi PATH] [--shards N] [--workers N | --address ADDRESS] [--compare] \
        -- GAME -n N --seed SEED [what else `araudi simulate` takes]

Without --address a cluster is started on this machine, with worker nodes of one core each, and
stopped at the end. The report is printed as `araudi simulate` would. With --compare the simulation
is also made in a single run, and it is an error when table, JSON or CSV differ in a byte.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

# Nothing is sent anywhere, and what tasks print comes from here only.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_DEDUP_LOGS", "0")

import ray
from ray.cluster_utils import Cluster

# The least that Ray takes; a shard's counts are some kilobytes.
OBJECT_STORE_BYTES = 80 * 1024 * 1024


def main() -> int:
    options, simulation = arguments()
    with cluster(options) as address:
        ray.init(address=address, log_to_driver=False, logging_level="warning")
        # Whoever stops this program stops the cluster as well; Ray would only end this program.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        try:
            shards, nodes = play(options, simulation)
        finally:
            ray.shutdown()
    print(f"{len(shards)} shards on {len(nodes)} nodes", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for index, counts in enumerate(shards, start=1):
            file = pathlib.Path(folder, f"{index}.json")
            file.write_text(counts, encoding="utf-8")
            files.append(str(file))
        sys.stdout.buffer.write(araudi(options, ["merge", *files]))
        return compare(options, simulation, files, nodes) if options.compare else 0


def arguments() -> tuple[argparse.Namespace, list[str]]:
    """What comes before `--`, and what goes on to `araudi simulate`."""
    given = sys.argv[1:]
    cut = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser(description="Play shards of a simulation on a Ray cluster.")
    parser.add_argument("--araudi", default="araudi", help="the program, on every node")
    parser.add_argument("--shards", type=int, default=8, help="into how many to cut the playouts")
    parser.add_argument("--workers", type=int, default=2, help="nodes of the cluster that is started")
    parser.add_argument("--address", help="a cluster that is there, such as `auto`")
    parser.add_argument("--compare", action="store_true", help="compare with a single run")
    options = parser.parse_args(given[:cut])
    simulation = given[cut + 1 :]
    if not simulation or "--seed" not in simulation:
        parser.error("expected `-- GAME -n N --seed SEED` behind the options")
    found = shutil.which(options.araudi)
    if options.address is None and found is None:
        parser.error(f"there is no program {options.araudi}")
    if found is not None:
        options.araudi = os.path.abspath(found)
    return options, simulation


@contextlib.contextmanager
def cluster(options: argparse.Namespace):
    """The address of a cluster; one that is started here is gone at the end."""
    if options.address is not None:
        yield options.address
        return
    # All that the cluster writes goes there; its sockets need a short path.
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")
    os.environ["RAY_TMPDIR"] = folder
    memory = {"object_store_memory": OBJECT_STORE_BYTES}
    started = Cluster()
    try:
        # The head node only keeps the books.
        started.add_node(num_cpus=0, include_dashboard=False, **memory)
        for _ in range(options.workers):
            started.add_node(num_cpus=1, **memory)
        started.wait_for_nodes()
        yield started.address
    finally:
        started.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


@ray.remote(num_cpus=1, max_retries=3, scheduling_strategy="SPREAD")
def shard(program: str, simulation: list[str], index: int, of: int) -> tuple[str, str]:
    """Plays one shard: its counts, and the node that played it.

    It may be played again when a node is lost: the result is the same.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "shard.json")
        what = ["--shard", f"{index}/{of}", "--out", str(file), "--jobs", "1"]
        done = subprocess.run(
            [program, "simulate", *simulation, *what], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise RuntimeError(f"shard {index}/{of}: {done.stderr}")
        return file.read_text(encoding="utf-8"), ray.get_runtime_context().get_node_id()


def play(options: argparse.Namespace, simulation: list[str]) -> tuple[list[str], set[str]]:
    """The counts of all shards in their order, and the nodes that played."""
    of = options.shards
    tasks = [shard.remote(options.araudi, simulation, index, of) for index in range(1, of + 1)]
    results = ray.get(tasks)
    return [counts for counts, _ in results], {node for _, node in results}


def compare(
    options: argparse.Namespace, simulation: list[str], files: list[str], nodes: set[str]
) -> int:
    """Whether merged shards are what a single run gives, in every form."""
    differing = []
    for form in ["table", "json", "csv"]:
        merged = araudi(options, ["merge", *files, "--format", form])
        single = araudi(options, ["simulate", *simulation, "--format", form])
        if merged != single:
            differing.append(form)
    if options.address is None and len(nodes) < min(options.workers, options.shards):
        differing.append("the number of nodes that played")
    if differing:
        print(f"not the same: {', '.join(differing)}", file=sys.stderr)
        return 1
    print("the single run is the same byte for byte: table, json, csv", file=sys.stderr)
    return 0


def araudi(options: argparse.Namespace, command: list[str]) -> bytes:
    """What the program prints; it ends this one when it fails."""
    done = subprocess.run([options.araudi, *command], stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
