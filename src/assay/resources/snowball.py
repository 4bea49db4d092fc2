"""Snowball's stemmers read as data: nothing that lies in a store is imported or run.

The modules of snowballstemmer are written by Snowball's compiler: tables of endings, groups of letters, and routines in
a small part of Python, which move a cursor through a word and replace slices of it. `read_stemmer` reads that part and
no other from the text of a module, and makes functions of our own of it. A file that holds anything else is refused.
The modules of versions 1.2 to 3.1 can be read; a test compares the stems of every language with the package's own.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.resources.snowball_words import CALLS, Routine, Word, grouping

REGISTERS = re.compile(r"cursor|limit|limit_backward|bra|ket|current|[IBS]_\w+")
ROUTINES = re.compile(r"(?:__)?r_\w+|_stem")
LABELS = re.compile(r"lab\d+")
# A loop of a stemmer moves the cursor; one that turns far more often than a word has letters would never end.
TURNS_BEYOND = 100
COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
SUMS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {ast.Add: operator.add, ast.Sub: operator.sub}
FAULTS = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)


class ForeignCodeError(Exception):
    """A file holds something that no module of Snowball's compiler has."""


Values = dict[str, Any]
Evaluation = Callable[[Word, Values], Any]


@dataclass(frozen=True)
class Ending:
    """What a table of endings says of one: its number, and the routine that must agree, if there is one."""

    number: int
    condition: str | None


@dataclass(frozen=True)
class Returned:
    """How a routine ended."""

    value: Any


class _Leave:
    """What a statement says that ends a loop, or one turn of it."""


BREAK, CONTINUE = _Leave(), _Leave()


# --- reading --------------------------------------------------------------------------------------


def read_stemmer(source: str) -> Callable[[str], str]:
    """Return the stemmer of words in lower case that the text of a module describes."""
    try:
        (stemmer,) = (node for node in ast.parse(source).body if not _is_furniture(node))
        program = _Program(stemmer)
    except (*FAULTS, SyntaxError, MemoryError) as error:
        raise ForeignCodeError(f"is no stemmer ({type(error).__name__})") from None
    return program.stem


def _is_furniture(node: ast.stmt) -> bool:
    """Tell whether a statement is one that every module has beside its stemmer: what it stands on, and labels."""
    match node:
        case ast.ImportFrom(module="basestemmer" | "among", level=1):
            return True
        case ast.ClassDef(name=name, body=[ast.Pass()], decorator_list=[]):
            return LABELS.fullmatch(name) is not None
    return False


class _Program:
    """The tables and routines of a stemmer."""

    def __init__(self, stemmer: ast.stmt) -> None:
        if not isinstance(stemmer, ast.ClassDef):
            raise _foreign(stemmer)
        self.name = stemmer.name
        assigned = [node for node in stemmer.body if isinstance(node, ast.Assign)]
        self.tables = {_name(node.targets[0]): _table(node.value) for node in assigned}
        self.registers = {name: value for name, value in self.tables.items() if REGISTERS.fullmatch(name)}
        functions = [node for node in stemmer.body if isinstance(node, ast.FunctionDef)]
        self.routines: dict[str, Routine] = {}
        self.routines |= {
            each.name: self._routine(each) for each in functions if ROUTINES.fullmatch(each.name)
        }
        self.start = self.routines["_stem"]

    def stem(self, text: str) -> str:
        """Return the stem of a word."""
        word = Word(text, self.registers)
        try:
            self.start(word)
        except FAULTS as error:
            raise ForeignCodeError(f"is no stemmer ({type(error).__name__})") from None
        return str(word.current)

    def _routine(self, function: ast.FunctionDef) -> Routine:
        run = self._sequence(function.body)

        def routine(word: Word) -> Any:
            ended = run(word, {})
            if not isinstance(ended, Returned):
                raise ForeignCodeError(f"has a routine without an end ({function.name})")
            return ended.value

        return routine

    # A statement returns None where the next one follows; else a label, or how the routine, a loop or a turn ended.

    def _sequence(self, nodes: Sequence[ast.stmt]) -> Evaluation:
        steps = [self._statement(node) for node in nodes]
        if len(steps) == 1:
            return steps[0]

        def run(word: Word, values: Values) -> Any:
            for step in steps:
                ended = step(word, values)
                if ended is not None:
                    return ended
            return None

        return run

    def _statement(self, node: ast.stmt) -> Evaluation:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                return lambda word, values: None
            case ast.Break() | ast.Continue() | ast.Raise():
                way = _way(node)
                return lambda word, values: way
            case ast.Return(value=ast.expr() as value):
                return self._return(value)
            case ast.Expr(value=ast.Call() as call):
                return self._effect(call)
            case ast.Assign(targets=[target], value=value):
                return self._assignment(target, self._value(value))
            case ast.AugAssign():
                new = ast.BinOp(left=_loaded(node.target), op=node.op, right=node.value)
                return self._assignment(node.target, self._value(new))
            case ast.If():
                return self._choice(node)
            case ast.While(test=ast.Constant(value=True), body=body, orelse=[]):
                return self._loop(self._sequence(body))
            case ast.For(iter=ast.Tuple(elts=turns), body=body, orelse=[]):
                return self._sequence(body * len(turns))
            case ast.Try(body=body, orelse=[], finalbody=[]):
                return self._caught(self._sequence(body), {_label(handler) for handler in node.handlers})
        raise _foreign(node)

    def _return(self, value: ast.expr) -> Evaluation:
        if isinstance(value, ast.Constant):
            fixed = Returned(value.value)
            return lambda word, values: fixed
        found = self._value(value)
        return lambda word, values: Returned(found(word, values))

    def _effect(self, call: ast.Call) -> Evaluation:
        """Return a call whose value nobody asks for: so version 3 replaces slices, and what was put in is the slice."""
        found = self._value(call)
        replaces = isinstance(call.func, ast.Attribute) and call.func.attr in ("slice_from", "slice_del")

        def run(word: Word, values: Values) -> None:
            size = word.limit
            found(word, values)
            if replaces:
                word.ket += word.limit - size

        return run

    def _assignment(self, target: ast.expr, value: Evaluation) -> Evaluation:
        if isinstance(target, ast.Name):
            local = target.id

            def keep(word: Word, values: Values) -> None:
                values[local] = value(word, values)

            return keep
        register = _register(target)

        def store(word: Word, values: Values) -> None:
            setattr(word, register, value(word, values))

        return store

    def _choice(self, node: ast.If) -> Evaluation:
        test, chosen = self._value(node.test), self._sequence(node.body)
        other = self._sequence(node.orelse) if node.orelse else None

        def run(word: Word, values: Values) -> Any:
            if test(word, values):
                return chosen(word, values)
            return None if other is None else other(word, values)

        return run

    def _loop(self, turn: Evaluation) -> Evaluation:
        def run(word: Word, values: Values) -> Any:
            for _ in range(len(word.current) + TURNS_BEYOND):
                ended = turn(word, values)
                if ended is BREAK:
                    return None
                if ended is not None and ended is not CONTINUE:
                    return ended
            raise ForeignCodeError("has a loop without an end")

        return run

    def _caught(self, tried: Evaluation, labels: set[str]) -> Evaluation:
        def run(word: Word, values: Values) -> Any:
            ended = tried(word, values)
            return None if isinstance(ended, str) and ended in labels else ended

        return run

    def _value(self, node: ast.expr) -> Evaluation:
        match node:
            case ast.Constant(value=bool() | int() | str() as fixed):
                return lambda word, values: fixed
            case ast.Name(id=local):
                return lambda word, values: values[local]
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if REGISTERS.fullmatch(name):
                read = operator.attrgetter(name)
                return lambda word, values: read(word)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                denied = self._value(operand)
                return lambda word, values: not denied(word, values)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SUMS:
                return self._pair(SUMS[type(op)], left, right)
            case ast.Compare(left=left, ops=[test], comparators=[right]) if type(test) in COMPARISONS:
                return self._pair(COMPARISONS[type(test)], left, right)
            case ast.BoolOp(op=ast.Or(), values=[left, right]):
                one, other = self._value(left), self._value(right)
                return lambda word, values: one(word, values) or other(word, values)
            case ast.Subscript(value=ast.Attribute() as row, slice=place):
                taken, at = self._row(row), self._value(place)
                return lambda word, values: taken(word)[at(word, values)]
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name), args=given, keywords=[]):
                return self._call(name, given)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Attribute() as row], keywords=[]):
                counted = self._row(row)
                return lambda word, values: len(counted(word))
        raise _foreign(node)

    def _pair(self, operation: Callable[[Any, Any], Any], left: ast.expr, right: ast.expr) -> Evaluation:
        one, other = self._value(left), self._value(right)
        return lambda word, values: operation(one(word, values), other(word, values))

    def _row(self, node: ast.Attribute) -> Callable[[Word], Any]:
        """Return what a place is looked up in: the word, or a list of texts."""
        if ast.unparse(node) == "self.current":
            return lambda word: word.current
        table = self._listed(node)
        return lambda word: table

    def _listed(self, node: ast.expr) -> Any:
        match node:
            case ast.Attribute(value=ast.Name(id=self.name), attr=name):
                return self.tables[name]
        raise _foreign(node)

    def _call(self, name: str, given: Sequence[ast.expr]) -> Evaluation:
        if "grouping" in name:
            group = _group(self._listed(given[0]), *(_number(node) for node in given[1:]))
            test = grouping(name, group)
            return lambda word, values: test(word)
        if name in ("find_among", "find_among_b"):
            return self._endings(self._listed(given[0]), backward=name.endswith("_b"))
        if name in CALLS:
            call, found = CALLS[name], [self._value(node) for node in given]
            return lambda word, values: call(word, *(each(word, values) for each in found))
        routines = self.routines
        return lambda word, values: routines[name](word)

    def _endings(self, endings: Mapping[str, Ending], *, backward: bool) -> Evaluation:
        """Return the search for the longest ending, or beginning, whose condition holds."""
        sizes = sorted({len(text) for text in endings}, reverse=True)

        def find(word: Word, values: Values) -> int:
            start = word.cursor
            room = start - word.limit_backward if backward else word.limit - start
            for size in sizes:
                end = start - size if backward else start + size
                found = endings.get(word.current[min(start, end) : max(start, end)]) if size <= room else None
                if found is not None:
                    word.cursor = end
                    agreed = found.condition is None or self.routines[found.condition](word)
                    word.cursor = end
                    if agreed:
                        return found.number
            return 0

        return find


def _table(node: ast.expr) -> Any:
    """Return endings by their text, or a constant: a group of letters, a list of texts, a number."""
    match node:
        case ast.List(elts=[ast.Call(), *_] as listed):
            return dict(map(_ending, listed))
    return ast.literal_eval(node)


def _ending(node: ast.expr) -> tuple[str, Ending]:
    match node:
        case ast.Call(func=ast.Name(id="Among"), args=[text, _, number, *condition]):
            names = [str(each.value) if isinstance(each, ast.Constant) else _name(each) for each in condition]
            return ast.literal_eval(text), Ending(ast.literal_eval(number), names[0] if names else None)
    raise _foreign(node)


def _group(letters: Any, low: int = 0, high: int = 0) -> frozenset[str]:
    """Return a group of letters; version 1 writes it as bits, the first of which stands for a letter that it names."""
    if isinstance(letters, set | str):
        return frozenset(letters)
    return frozenset(
        chr(low + place) for place in range(high - low + 1) if letters[place >> 3] & (1 << (place & 7))
    )


def _name(node: ast.expr) -> str:
    if not isinstance(node, ast.Name):
        raise _foreign(node)
    return node.id


def _number(node: ast.expr) -> int:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, int):
        raise _foreign(node)
    return node.value


def _register(node: ast.expr) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if REGISTERS.fullmatch(name):
            return name
    raise _foreign(node)


def _loaded(node: ast.expr) -> ast.expr:
    """Return the value of what is assigned to."""
    return ast.parse(ast.unparse(node), mode="eval").body


def _way(node: ast.stmt) -> str | _Leave:
    """Return how a statement leaves what it stands in."""
    match node:
        case ast.Raise(exc=ast.Call(func=ast.Name(id=label), args=[])) if LABELS.fullmatch(label):
            return label
        case ast.Break():
            return BREAK
        case ast.Continue():
            return CONTINUE
    raise _foreign(node)


def _label(handler: ast.ExceptHandler) -> str:
    match handler:
        case ast.ExceptHandler(type=ast.Name(id=label), body=[ast.Pass()]) if LABELS.fullmatch(label):
            return label
    raise _foreign(handler)


def _foreign(node: ast.AST) -> ForeignCodeError:
    line = getattr(node, "lineno", None)
    return ForeignCodeError(f"has something else than a stemmer in line {line}")
