"""List the strings that users can see, with file and line, so that they can be read in one go.

`python tools/strings.py` lists every sentence and phrase in src/assay; `python tools/strings.py human io/ratings`
only those of these packages. What a program may print is taken to be every string with two words in it that is not a
docstring, an annotation, a key or a pattern. Values in f-strings stand in braces. Column heads of one word, and what
the scripts of pages say, are not listed.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "src" / "assay"
TWO_WORDS = re.compile(r"(?=.*[A-Za-z]{2}).*[\w)}\]\"',:;.] [\w({\[\"'–—-]", re.DOTALL)
NOT_SHOWN = {
    "compile",
    "search",
    "match",
    "fullmatch",
    "finditer",
    "findall",
    "sub",
    "split",
}  # of the module re


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that may be shown, each as its template and its line."""
    if isinstance(tree, ast.Expr) and isinstance(tree.value, ast.Constant):
        return  # a docstring
    if isinstance(tree, ast.JoinedStr) or (isinstance(tree, ast.Constant) and isinstance(tree.value, str)):
        text = template(tree)
        if TWO_WORDS.match(text):
            yield tree.lineno, text
    for child in ast.iter_child_nodes(tree):
        if not hidden(tree, child):
            yield from strings(child)


def template(node: ast.JoinedStr | ast.Constant) -> str:
    """Return a string as it is written: what an f-string puts in stays in braces."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{" + ast.unparse(part.value) + "}"
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )


def hidden(parent: ast.AST, child: ast.AST) -> bool:
    """Tell whether a part of the code is never shown: annotations, keys, patterns, the pieces of an f-string."""
    if isinstance(parent, ast.Call):
        name = ast.unparse(parent.func)
        return (name.startswith("re.") and name[3:] in NOT_SHOWN) or name == "Literal"
    if isinstance(parent, ast.JoinedStr):
        return isinstance(child, ast.Constant)
    if isinstance(parent, ast.Subscript):
        return child is parent.slice
    annotation = getattr(parent, "annotation", None) or getattr(parent, "returns", None)
    return child is annotation


def listing(parts: list[str]) -> Iterator[str]:
    """Yield a line for each string of the packages asked for, or of all."""
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not parts or name.startswith(tuple(parts)):
            for line, text in strings(ast.parse(path.read_text(encoding="utf-8"))):
                yield f"{name}:{line}: {text!r}"


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in listing(sys.argv[1:]))
