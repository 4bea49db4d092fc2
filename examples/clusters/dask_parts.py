"""Parts of a table that Dask reads: python dask_parts.py PAIRS PARTS, then assay merge PARTS.

PAIRS is Parquet with the columns "ref" and "mt"; PARTS a folder that all workers can write. Give `Client` the
address of a cluster; without one it starts some workers here.
"""

import sys

import dask
import pandas
import pyarrow
from dask import dataframe
from dask.distributed import Client

PAIRS, PARTS = sys.argv[1:]


def score(partition: pandas.DataFrame, shard: str, folder: str) -> list[str]:
    """Make a part of a partition; return where it is."""
    from assay.engine import map_batches

    batches = pyarrow.Table.from_pandas(partition, preserve_index=False).to_batches()
    return map_batches(batches, folder, shard, ["bleu", "chrf"], columns="reference=ref,system=mt")


if __name__ == "__main__":
    with Client(threads_per_worker=1, dashboard_address=None):
        frame = dataframe.read_parquet(PAIRS, columns=["ref", "mt"])
        partitions = enumerate(frame.to_delayed())
        dask.compute(*(dask.delayed(score)(each, f"{number:05}", PARTS) for number, each in partitions))
