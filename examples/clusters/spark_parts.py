"""Parts of a table that Spark reads: spark-submit spark_parts.py PAIRS PARTS, then assay merge PARTS.

PAIRS is Parquet with the columns "ref" and "mt"; PARTS a folder that all executors can write. A partition is a shard:
read them as they are stored, for partitions that a shuffle deals out may differ when a task is tried again.
"""

import sys
from collections.abc import Iterator

import pyarrow
from pyspark import TaskContext
from pyspark.sql import SparkSession

PAIRS, PARTS = sys.argv[1:]


def score(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Make a part of a partition; return where it is."""
    from assay.engine import map_batches

    shard = f"{TaskContext.get().partitionId():05}"
    paths = map_batches(batches, PARTS, shard, ["bleu", "chrf"], columns="reference=ref,system=mt")
    yield pyarrow.RecordBatch.from_pydict({"part": paths}, pyarrow.schema([("part", "string")]))


if __name__ == "__main__":
    spark = SparkSession.builder.appName("assay-map").getOrCreate()
    spark.read.parquet(PAIRS).select("ref", "mt").mapInArrow(score, "part string").collect()
    spark.stop()
