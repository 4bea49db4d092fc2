"""Look into the files of a folder in a process of its own: `python -m assay.studies.bench.recognition FILES ANSWER`.

A file may be anything, and take any time and memory to read; the process that does it can be ended.
"""

from __future__ import annotations

import json
import os
import sys

from assay.errors import AssayError
from assay.io import size_limit, write_file
from assay.studies.bench.roles import recognise


def main() -> int:
    """Write what the files in a folder are, as JSON."""
    folder, answer, size = sys.argv[1:4]
    os.chdir(folder)  # messages call a file by its name
    try:
        with size_limit(size):
            files = recognise(sorted(os.listdir(".")))
        write_file(answer, json.dumps([file.as_dict() for file in files], ensure_ascii=False))
    except AssayError as error:
        sys.exit(f"error: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
