"""All modules of Assay and all files beside them; runners of plug-ins are programs of their own, and stay files."""

from __future__ import annotations

from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata

hiddenimports = collect_submodules(
    "assay", filter=lambda name: not name.startswith("assay.compat.pyinstaller")
)
datas = [
    *collect_data_files("assay"),
    *collect_data_files("assay.plugins.runners", include_py_files=True),
    # Entry points of metrics and readers are found by what distributions say of themselves.
    *copy_metadata("mt-assay"),
]
