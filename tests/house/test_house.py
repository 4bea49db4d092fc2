"""Layers, sizes, docstrings and types: the house rules that a machine can hold."""

import ast
import inspect
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

import reference
from assay import kernel
from assay.metrics.registry import METRICS
from assay.metrics.specs import options_of
from support.program import LIMIT

REPOSITORY = Path(__file__).resolve().parents[2]
ROOT = REPOSITORY / "src" / "assay"
LAYERS = [  # a package imports only what stands before it
    *(
        "errors",
        "version",
        "doors",
        "options",
        "kernel",
        "text",
        "data",
        "io",
        "extensions",
        "resources",
        "stats",
        "plugins",
        "metrics",
        "comparison",
        "human",
        "meta",
        "diagnosis",
    ),
    *("postedit", "efficiency", "reporting", "engine", "questions", "api", "compat", "cli", "studies"),
]
PATHS = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in PATHS.items()}

Function = ast.FunctionDef | ast.AsyncFunctionDef

# Who may touch files besides the readers, and why.
OPENS_FILES = {
    "reporting/literature/citations.py": "reads the entries of its bibliography, which is a file of the package",
    "reporting/render/html_blocks.py": "reads the style sheets and scripts of pages, which are files of the package",
    "cli/terminal.py": "opens the null device in place of a standard stream that is closed",
    "engine/nursery.py": "opens pipes to and from workers, and no file",
    "plugins/judge/client.py": "opens addresses, and no file",
    "plugins/judge/exchange.py": "reads its prompts, which are files of the package",
    "plugins/runners/assay_plugin.py": "keeps standard output for the protocol",
    "plugins/runners/run_comet.py": "reads the settings of a model, in a program of its own",
    "plugins/store.py": "reads and writes the files of plug-ins",
    "resources/catalogue.py": "reads the catalogue, which is a file of the package",
    "resources/compilation.py": "writes the files of the store",
    "resources/installation.py": "writes the manifests of the store",
    "resources/store.py": "reads manifests and lists of the store, and takes the checksums of its files",
    "studies/bench/desk.py": "keeps notes on what was dropped on the bench page",
    "studies/bench/uploads.py": "keeps what was dropped on the bench page",
    "studies/bench/workers.py": "keeps what the program says while it works for the bench page",
    "text/tokenisers.py": "takes the checksum of a tokeniser's model, which is in the signature",
}
# Who may parse what others wrote besides io/checked/json_values.py, io/toml_files.py and io/checked/arrays.py, and why.
PARSES = {
    "cli/config.py": "keeps the text of a configuration file beside its tables, to name lines",
    "engine/processes.py": "reads reports of workers that it started",
    "engine/worker.py": "reads tasks of the driver that started it",
    "kernel/responses.py": "reads parts of answers that the kernel has walked through",
    "plugins/runners/assay_plugin.py": "runs in an environment without this package",
    "questions/results.py": "takes apart what this process has just rendered",
    "reporting/run_record.py": "takes apart what this process has just rendered",
    "reporting/tables/run_files/repeated.py": "makes plain values of dataclasses",
    "resources/catalogue.py": "reads the catalogue, which is a file of the package",
    "studies/bench/desk.py": "reads notes that it keeps in a folder of its own",
    "studies/archives.py": "makes plain values of a state",
    "studies/store/edits.py": "reads rows of its own database, which are checked as a whole",
    "studies/store/log.py": "reads rows of its own database, which are checked as a whole",
}
# Who may take more than five positional parameters, and why.
TAKES_MANY = {
    "cli/terminal.py:show": "Python calls it in place of warnings.showwarning",
    "compat/": "keeps the interface of another tool",
}
# What may have more than twelve fields, and why; options are declared one by one, and are not counted.
MOST_FIELDS = 12
MANY_FIELDS = {
    "comparison/noninferiority.py:Check": "a row of a table, which shows every field",
    "comparison/pairs.py:Comparison": "a row of a table, which shows every field",
    "comparison/training_runs.py:RunComparison": "a row of a table, which shows every field",
    "data/judgements.py:Judgements": "columns of a table",
    "data/judgements.py:Preferences": "columns of a table",
    "data/postedits.py:PostEdits": "columns of a table",
    "data/runs.py:Run": "a file, part by part",
    "engine/mapping.py:MapTask": "what a worker is told, which is written as it stands",
    "human/ratings/rater_effects.py:MixedModel": "a fitted model, estimate by estimate",
    "meta/contests/contest.py:Contest": "a row of a table, which shows every field",
    "meta/learning/combinations.py:Combination": "a row of a table, which shows every field",
    "meta/statistics.py:Statistic": "a declaration: what tasks, tests and reports ask of a correlation",
    "options.py:Declared": "a declaration: what flags, keywords and help ask of an option",
    "plugins/judge/call.py:JudgeCall": "options of a metric, which its signature names",
    "postedit/study.py:EffortStudy": "one part a subject",
    "questions/given.py:Given": "whatever a user may give to any question",
    "resources/catalogue.py:Entry": "a declaration: a part of the catalogue",
    "studies/campaigns/results/interim.py:CampaignStudy": "one part a subject of the dashboard",
    "studies/campaigns/values.py:ResponseField": "a declaration: a part of a protocol",
}
# Files of several metrics, which differ in nothing but what they make of the same counts.
SHARED_FILES = ("bag", "error_rates", "word_information")
# Kernel functions whose twin in plain Python has another name; None: nothing is computed.
TWINS = {
    "align_words": ("align_words",),
    "phrase_pairs": ("phrase_pairs",),
    "symmetrise": ("symmetrise",),
    "table_offsets": None,  # the sizes of tables, before they are filled
    "train_language_model": ("train_model",),
    "read_responses": ("read_responses",),
    **dict.fromkeys(("row_texts", "row_numbers", "row_names"), ("row_column",)),
    "read_arpa": ("write_arpa",),  # what one writes, the other reads
    "arpa_parts": ("write_arpa",),
    "read_kenlm": ("train_model", "word_logarithms"),  # files of the text that the twin is trained on
    "score_sentences": ("word_logarithms",),
    "score_words": ("word_logarithms",),
    "beer_counts": ("beer_row",),
    "calibrate_ties": ("best_epsilon", "mean_accuracy"),
    "cder_alignments": ("cder_alignment",),
    "cder_stats": ("cder_row",),
    "cell_pairs": None,  # the size of a task, before it is begun
    "char_edit_stats": ("characters", "edit_row"),
    "char_ids": ("characters",),
    "character_alignments": ("character_alignment",),
    "character_stats": ("character_row",),
    "chrf_stats": ("chrf_row",),
    "chrf_matrix": ("chrf_row",),
    "column_ids": ("column_numbers",),
    "cores": None,
    "cosine_stats": ("cosine_similarity", "yisi_row"),
    "count_ngrams": ("ngram_table",),
    "edit_alignments": ("edit_alignment",),
    "edit_stats": ("edit_row",),
    "eed_alignments": ("eed_alignment",),
    "eed_stats": ("eed_row",),
    "eed_texts": ("eed_text",),
    "gelu": ("gelu",),
    "gleu_stats": ("gleu_row",),
    "gtm_stats": ("gtm_row",),
    "english_stems": ("english_stem",),
    "equal_lines": ("equal_lines",),
    "error_texts": ("error_text",),
    "join_rows": ("joined_row",),
    "number_texts": ("number_text",),
    "quote_fields": ("quoted_field",),
    "impact_sums": ("impact_sum",),
    "layer_norm": ("layer_norm",),
    "lebleu_stats": ("lebleu_row",),
    "meteor_matches": ("align",),
    "meteor_rows": ("meteor_row", "staged_align", "greedy_align"),
    "meteor_sentences": ("column_numbers",),
    "meteor_texts": ("normalise",),
    "encode": ("byte_lengths",),
    "line_likeness": ("line_likeness",),
    "line_words": ("line_words",),
    "lower": None,  # Python's own str.lower says what it is
    "metric_draws": ("metric_draw",),
    "mover_distances": ("mover_distance", "relaxed_distance"),
    "ngram_stats": ("ngram_row",),
    "nist_stats": ("nist_row",),
    "order_stats": ("order_row",),
    "permutation_scores": ("permutation_score",),
    "replay_edits": ("replay_edits",),
    "resample_counts": ("resample_counts",),
    "pair_counts": ("count_pairs",),
    "pair_draws": ("pair_measure",),
    "shared_ratings": ("shared_values",),
    "phrase_hashes": ("phrase_hashes",),
    "resample_sums": ("resample_sums", "draw_weights"),
    "ribes_stats": ("ribes_row",),
    "rouge_counts": ("rouge_row",),
    "shared_words": ("shared_words",),
    "shuffle_sums": ("shuffle_sums",),
    "spelling_stats": ("spelling_similarity", "yisi_row"),
    "is_utf8": None,  # Python's own bytes.decode says what it is
    "split_lines": ("split_lines",),
    "split_ratings": ("rating_cells",),
    "ter_alignments": ("ter_alignment", "definition_alignment"),
    "ter_stats": ("ter_row", "definition_row"),
    "synset_ids": ("synset_ids",),
    "take_lines": ("take_lines",),
    "text_hashes": ("text_hash",),
    "tie_curve": ("tie_curve",),
    "token_ids": None,  # any numbering will do; the tests check which tokens have equal ids
    "tokenize": tuple(f"tokenize_{rule}" for rule in kernel.RULES),
    "tolerant_stats": ("tolerant_row",),
    "word_classes": ("word_classes",),
    "trueskill_games": ("trueskill_games", "trueskill_update"),
    "trueskill_runs": ("trueskill_runs",),
}


def layer(module: str) -> str:
    """Return the package of ours that a module belongs to."""
    return module.partition("/")[0].removesuffix(".py")


def of_every(modules: Iterable[str]) -> Callable[[Callable[[str], None]], Callable[[str], None]]:
    """Make the test of one module a test of each package, for thousands of small tests take minutes to hand out."""
    packages: dict[str, list[str]] = {}
    for module in modules:
        packages.setdefault(layer(module), []).append(module)

    def of_package(test: Callable[[str], None]) -> Callable[[str], None]:
        @pytest.mark.parametrize("package", packages)
        def of_its_modules(package: str) -> None:
            broken = {module: error for module in packages[package] if (error := failure(test, module))}
            if broken:
                raise AssertionError("\n".join(f"{module}: {error}" for module, error in broken.items()))

        of_its_modules.__name__, of_its_modules.__doc__ = test.__name__, test.__doc__
        return of_its_modules

    return of_package


def failure(test: Callable[[str], None], module: str) -> AssertionError | None:
    """Return what a test has to say of a module."""
    try:
        test(module)
    except AssertionError as error:
        return error
    return None


EVERY_MODULE = of_every(TREES)


def functions(tree: ast.AST) -> Iterator[Function]:
    """Yield every function of a module, methods and nested ones too."""
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield everything a module imports, by its full name, at the top or inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level < 2, f"line {node.lineno}: write imports across packages in full"
            prefix = "." * node.level + (node.module or "")
            yield from (f"{prefix}.{alias.name}" for alias in node.names)


def our_layers(tree: ast.AST) -> Iterator[str]:
    """Yield the layers that a module imports; the names in `assay` itself are those of its interface."""
    for name in imported(tree):
        root, _, rest = name.partition(".")
        if root == "assay" and rest != "__version__":
            package = rest.partition(".")[0]
            yield package if package in LAYERS else "api"


def wide_classes() -> Iterator[str]:
    """Yield the dataclasses of many fields, but for options."""
    for module, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and "dataclass" in "".join(
                map(ast.unparse, node.decorator_list)
            ):
                fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
                options = [each for each in fields if each.value and is_option(each.value)]
                if len(fields) > MOST_FIELDS and 2 * len(options) < len(fields):
                    yield f"{module}:{node.name}"


def is_option(value: ast.expr) -> bool:
    return ast.unparse(value).startswith(("option(", "nested(", "same_option("))


def test_a_result_has_parts_rather_than_many_fields() -> None:
    assert sorted(wide_classes()) == sorted(MANY_FIELDS)


def body_lines(function: Function) -> int:
    """Count a function's lines without its heading and docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def arguments(function: Function) -> list[ast.arg]:
    """Return all arguments, but not the object or class of a method."""
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, [given.vararg, given.kwarg])]
    return [argument for argument in every if argument.arg not in ("self", "cls")]


def positional(function: Function) -> int:
    """Count the arguments that can be given by position."""
    optional = {argument.arg for argument in function.args.kwonlyargs}
    packed = {argument.arg for argument in (function.args.vararg, function.args.kwarg) if argument}
    return sum(argument.arg not in optional | packed for argument in arguments(function))


def public(tree: ast.Module) -> Iterator[Function | ast.ClassDef]:
    """Yield the public classes and functions of a module, and the public methods of these classes."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node
            yield from (part for part in node.body if isinstance(part, Function) and documented(part))
        elif isinstance(node, Function) and documented(node):
            yield node


def documented(function: Function) -> bool:
    """Tell whether a function needs a docstring: it is public, and no signature of an overload."""
    decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
    return not function.name.startswith("_") and "overload" not in decorators


def called(tree: ast.AST) -> Iterator[str]:
    """Yield the last name of everything that is called: `open` for `open()` and for `Path().open()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2]


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments of a module with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


# --- layers -------------------------------------------------------------------------------------------------


def test_every_package_has_its_place() -> None:
    assert {layer(module) for module in TREES} <= {*LAYERS, "__init__", "__main__"}


@EVERY_MODULE
def test_a_package_imports_only_what_stands_before_it(module: str) -> None:
    own = layer(module)
    if own in LAYERS:
        upward = {name for name in our_layers(TREES[module]) if LAYERS.index(name) > LAYERS.index(own)}
        assert not upward, f"{own} comes before {upward} and may not import them"


@EVERY_MODULE
def test_only_the_kernel_knows_the_native_module(module: str) -> None:
    if layer(module) != "kernel":
        assert not [name for name in imported(TREES[module]) if "_native" in name]


@EVERY_MODULE
def test_only_the_command_line_prints(module: str) -> None:
    if layer(module) == "cli" or module.startswith("plugins/runners/"):  # these are programs, too
        return
    tree = TREES[module]
    assert not {"print", "pprint"} & set(called(tree)), "return the value; a command prints it"
    streams = {f"sys.{prefix}{name}{prefix}" for name in ("stdout", "stderr") for prefix in ("", "__")}
    used = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not streams & (used | set(imported(tree))), "return the value; a command prints it"


OPENERS = {
    *("open", "fdopen", "read_text", "read_bytes", "write_text", "write_bytes"),
    *("fromfile", "tofile", "loadtxt", "genfromtxt", "memmap", "mmap"),
}  # fmt: skip


@EVERY_MODULE
def test_only_readers_open_files(module: str) -> None:
    if not module.startswith("io/") and module not in OPENS_FILES:
        found = OPENERS & set(called(TREES[module]))
        assert not found, f"{found}: io opens the user's files"


PARSERS = re.compile(
    r"(json|tomllib|np|numpy|pickle|marshal|yaml)\.(loads?|JSONDecoder)|JSONDecoder|literal_eval|eval|exec"
)
PARSING = ("io/checked/json_values.py", "io/toml_files.py", "io/checked/arrays.py")


def parsers(module: str) -> set[str]:
    """Return what a module calls that parses a text, or an array, of anybody's."""
    calls = (ast.unparse(node.func) for node in ast.walk(TREES[module]) if isinstance(node, ast.Call))
    passed = (ast.unparse(node) for node in ast.walk(TREES[module]) if isinstance(node, ast.Attribute))
    return {name for name in (*calls, *passed) if PARSERS.fullmatch(name)}


# What makes code of a file or a text. Snowball's modules in a store are read as data: resources/snowball.py.
RUNS = {
    *("spec_from_file_location", "exec_module", "SourceFileLoader", "SourcelessFileLoader"),
    *("load_module", "run_path", "run_module", "exec", "builtins.eval", "eval", "compile", "addsitedir"),
}  # fmt: skip


@EVERY_MODULE
def test_nothing_that_lies_in_a_folder_is_imported(module: str) -> None:
    calls = {ast.unparse(node.func) for node in ast.walk(TREES[module]) if isinstance(node, ast.Call)}
    found = RUNS & {
        name.rpartition(".")[2] if "import" in name or "loader" in name else name for name in calls
    }
    assert not found, f"{found}: what lies in a folder is data"


@EVERY_MODULE
def test_only_checked_readers_parse(module: str) -> None:
    if module not in (*PARSING, *PARSES):
        found = parsers(module)
        assert not found, f"{found}: use read_json, parse_json, read_toml or read_array of assay.io"


@pytest.mark.parametrize("module", [*PARSING, *PARSES])
def test_no_parser_is_out_of_date(module: str) -> None:
    assert parsers(module), f"{module} parses nothing any more: take it off the list"


@pytest.mark.parametrize("module", OPENS_FILES)
def test_no_exception_is_out_of_date(module: str) -> None:
    assert OPENERS & set(called(TREES[module])), f"{module} opens no file any more: take it off the list"


# --- sizes and words ----------------------------------------------------------------------------------------


@EVERY_MODULE
def test_a_module_can_be_read_in_one_sitting(module: str) -> None:
    lines = len(PATHS[module].read_text(encoding="utf-8").splitlines())
    assert lines <= 400, f"{lines} lines: part it by what it computes"


@EVERY_MODULE
def test_a_function_can_be_read_at_a_glance(module: str) -> None:
    for function in functions(TREES[module]):
        assert body_lines(function) <= 60, f"{function.name} has {body_lines(function)} lines: name its steps"


@EVERY_MODULE
def test_a_function_has_at_most_five_positional_parameters(module: str) -> None:
    for function in functions(TREES[module]):
        excused = any(f"{module}:{function.name}".startswith(name) for name in TAKES_MANY)
        assert excused or positional(function) <= 5, f"{function.name}: put a * before its options"


@EVERY_MODULE
def test_modules_and_public_names_have_docstrings(module: str) -> None:
    tree = TREES[module]
    assert ast.get_docstring(tree), "say in a docstring what this module computes"
    bare = [node.name for node in public(tree) if not ast.get_docstring(node)]
    assert not bare, f"{bare} have no docstring"


@EVERY_MODULE
def test_functions_have_types(module: str) -> None:
    for function in functions(TREES[module]):
        untyped = [argument.arg for argument in arguments(function) if argument.annotation is None]
        assert not untyped, f"{function.name}: {untyped} have no type"
        assert function.returns is not None, f"{function.name} does not say what it returns"


EXCUSE = re.compile(r"#\s*(type:\s*ignore|noqa)(\[[\w, -]+\]|:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*)?(?P<reason>.*)")


@EVERY_MODULE
def test_an_excuse_gives_its_reason(module: str) -> None:
    for line, comment in comments(PATHS[module]):
        excuse = EXCUSE.search(comment)
        if excuse:
            assert excuse[2], f"line {line}: name the rule that is broken"
            assert re.search(r"\w{3}", excuse["reason"]), f"line {line}: say why after the excuse"


@EVERY_MODULE
def test_nothing_is_left_for_later(module: str) -> None:
    found = [line for line, comment in comments(PATHS[module]) if re.search(r"\b(TODO|FIXME|XXX)\b", comment)]
    assert not found, f"lines {found}: finish it, or say in the docs what is missing"
    raised = {name for name in called(TREES[module]) if name == "NotImplementedError"}
    assert not raised, "write it, or leave it out"


# --- metrics, kernel, start ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_its_file(name: str) -> None:
    cls: type = METRICS[name]
    place = cls.__module__.removeprefix("assay.metrics.")
    assert f"metrics/{place.replace('.', '/')}.py" in PATHS
    assert f"{place}:{cls.__name__}" in (ROOT / "metrics" / "registry.py").read_text(encoding="utf-8")
    names = {*place.split(".")[1:]} & {name.replace("-", "_"), *SHARED_FILES}
    assert names, "a metric has a file, or a folder, of its own name"


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_its_page(name: str) -> None:
    page = REPOSITORY / "docs" / "metrics" / f"{name}.md"
    assert page.is_file(), f"write docs/metrics/{name}.md"
    text = page.read_text(encoding="utf-8")
    missing = [option.name for option in options_of(METRICS[name]) if option.name not in text]
    assert not missing, f"docs/metrics/{name}.md does not name {missing}"


def test_every_kernel_function_has_a_twin_in_plain_python() -> None:
    computed = {name for name in kernel.__all__ if inspect.isfunction(getattr(kernel, name))}
    assert computed == set(TWINS)
    twins = [twin for names in TWINS.values() for twin in names or ()]
    assert not [twin for twin in twins if not callable(getattr(reference, twin, None))]


def modules_after(*command: str) -> set[str]:
    """Return the modules that a Python process has imported when it ends."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *command],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    return {
        line.rpartition("|")[2].strip() for line in run.stderr.splitlines() if line.startswith("import time:")
    }


@pytest.mark.parametrize(
    "command",
    [
        ("-c", "import assay"),
        ("-c", "import assay; assay.__version__"),
        ("-m", "assay", "--help"),
        ("-m", "assay", "--version"),
        ("-m", "assay", "score", "--help"),
    ],
    ids=" ".join,
)
def test_what_needs_no_numbers_imports_no_numpy(command: tuple[str, ...]) -> None:
    modules = modules_after(*command)
    assert "assay" in modules
    assert not {"numpy", "assay.kernel._native"} & modules


def test_judgements_are_ranked_without_any_metric() -> None:
    """What people said needs the shape of an evaluation, and neither metrics nor plug-ins."""
    ratings = str(REPOSITORY / "examples" / "harbour" / "ratings.tsv")
    program = (
        f"import sys\nfrom assay.cli.main import main\nmain(['human', {ratings!r}])\nprint(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=LIMIT, check=True
    )
    modules = run.stdout.splitlines()[-1].split()
    entered = {module for module in modules if module.startswith(("assay.metrics.", "assay.plugins."))}
    assert entered == {"assay.metrics.base", "assay.metrics.evaluation", "assay.plugins.options"}


# --- the checks themselves ----------------------------------------------------------------------------------


def test_every_module_that_breaks_a_rule_is_named() -> None:
    @of_every(["io/good.py", "io/bad.py", "io/worse.py"])
    def rule(module: str) -> None:
        assert module == "io/good.py", "mend it"

    with pytest.raises(AssertionError, match=r"(?s)^io/bad\.py: mend it.*io/worse\.py: mend it"):
        rule("io")


@pytest.mark.parametrize(
    ("code", "layers"),
    [
        ("import assay.cli.main", {"cli"}),
        ("from assay import kernel", {"kernel"}),
        ("from assay import score", {"api"}),
        ("import assay", {"api"}),
        ("from assay import __version__", set()),
        ("def f():\n    from assay.reporting.render.text import render", {"reporting"}),
        ("import numpy", set()),
        ("from .near import by", set()),
    ],
)
def test_imports_are_found_wherever_they_stand(code: str, layers: set[str]) -> None:
    assert set(our_layers(ast.parse(code))) == layers


def test_imports_over_two_dots_are_refused() -> None:
    with pytest.raises(AssertionError, match="in full"):
        list(imported(ast.parse("from ..metrics import base")))


@pytest.mark.parametrize(
    ("comment", "good"),
    [
        ("# noqa: B008 - frozen", True),
        ("# type: ignore[assignment]  # arrays may change", True),
        ("# noqa: B008", False),
        ("# type: ignore[assignment]", False),
        ("# noqa", False),
        ("# type: ignore  # because", False),
    ],
)
def test_excuses_are_told_apart(comment: str, good: bool) -> None:
    excuse = EXCUSE.search(comment)
    assert excuse
    assert bool(excuse[2] and re.search(r"\w{3}", excuse["reason"])) is good


def test_parameters_are_counted() -> None:
    [function] = functions(ast.parse("def f(self, a, b, /, c, *rest, d, **more): pass"))
    assert positional(function) == 3
    assert len(arguments(function)) == 6


TEST_TREES = {
    path.relative_to(REPOSITORY / "tests").as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted((REPOSITORY / "tests").rglob("*.py"))
}


# Loops whose pauses are no waiting: a client that sends slowly or works on, a server that is killed at any moment.
PACED = {
    "support/server_process.py",
    "support/waits.py",
    "unit/cli/test_watch.py",
    "unit/studies/test_connections.py",
    "unit/studies/test_crashes.py",
    "unit/studies/test_postgresql.py",
}


@of_every(TEST_TREES)
def test_no_test_waits_by_a_loop_of_its_own(module: str) -> None:
    loops = [node for node in ast.walk(TEST_TREES[module]) if isinstance(node, ast.While | ast.For)]
    own = [
        loop.lineno
        for loop in loops
        if any(name.rpartition(".")[2] == "sleep" for name in called(ast.Module([loop], [])))
    ]
    assert not own or module in PACED, f"tests/{module}: waits.until waits for a state, in lines {own}"


@of_every(TEST_TREES)
def test_no_test_waits_for_another_process_for_ever(module: str) -> None:
    calls = [node for node in ast.walk(TEST_TREES[module]) if isinstance(node, ast.Call)]
    endless = [
        call.lineno
        for call in calls
        if ast.unparse(call.func) in ("subprocess.run", "subprocess.check_output", "subprocess.call")
        and "timeout" not in {keyword.arg for keyword in call.keywords}
    ]
    assert not endless, f"tests/{module}: give a time limit in lines {endless}"
    left = [call.lineno for call in calls if ast.unparse(call.func).endswith("Popen")]
    assert not left or module == "support/program.py", (
        f"tests/{module}: take started() of program.py in lines {left}"
    )


def test_of_a_product_help_reads_what_it_declares_and_nothing_else() -> None:
    program = "import sys\nfrom assay.cli.main import main\nmain(['--help'])\nprint(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=LIMIT, check=True
    )
    entered = {module for module in run.stdout.splitlines()[-1].split() if module.startswith("assay.studies")}
    assert entered == {"assay.studies", "assay.studies.extension"}
