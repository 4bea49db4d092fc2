"""Material out of a folder of mt-metrics-eval: references, human outputs, names of metrics, and what is not there."""

import pytest

from assay.errors import InputError
from assay.io.scores.mtme import open_tree
from assay.meta.reading.campaigns import PairSetting
from assay.meta.sources import tree_material, wmt23_materials
from assay.meta.tasks import evaluate_tasks, wmt23_tasks

HUMAN = {"alder": (0, -1), "birch": (-5, -2), "cedar": (-6, None), "refA": (0, 0)}


def lines(scores):
    return "".join(f"{system}\t{value}\n" for system, values in scores.items() for value in values)


@pytest.fixture
def tree(tmp_path):
    for pair in ("en-de", "is-en"):
        files = {
            f"sources/{pair}.txt": "one\ntwo\n",
            f"references/{pair}.refA.txt": "eins\nzwei\n",
            f"human-scores/{pair}.mqm.seg.score": lines(HUMAN),
            f"metric-scores/{pair}/good-m-refA.seg.score": lines({name: (-len(name), 1) for name in HUMAN}),
            f"metric-scores/{pair}/good-m-refA.sys.score": lines({name: (-len(name),) for name in HUMAN}),
            f"metric-scores/{pair}/other-src.sys.score": lines({"alder": (3,), "birch": (2,), "cedar": (1,)}),
        }
        files |= {f"system-outputs/{pair}/{name}.txt": "eins\nzwei\n" for name in HUMAN}
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    (tmp_path / "references" / "is-en.refB.txt").write_text("uno\ndos\n", encoding="utf-8")
    return open_tree(str(tmp_path))


def test_the_reference_is_no_system_and_metrics_lose_its_name(tree):
    [one] = wmt23_materials(tree)
    assert (one.languages, one.reference, one.systems) == ("en-de", "refA", ("alder", "birch", "cedar"))
    assert set(one.metrics) == {"good-m", "other"}
    table = evaluate_tasks(wmt23_tasks(["en-de"]), [one])
    assert table.value("other", table.tasks[0]) == 1.0
    assert table.value("other", table.tasks[2]) is None


def test_metrics_can_be_named(tree):
    assert list(tree_material(tree, "en-de", PairSetting(), ["other"]).metrics) == ["other"]
    with pytest.raises(InputError, match="no scores of third with refA; it has good-m, other"):
        tree_material(tree, "en-de", PairSetting(), ["third"])


def test_one_of_several_references_must_be_named(tree):
    with pytest.raises(InputError, match="refA, refB; name the one"):
        tree_material(tree, "is-en", PairSetting())
    assert tree_material(tree, "is-en", PairSetting(reference="refA", left_out=("cedar",))).systems == (
        "alder",
        "birch",
    )


def test_only_official_pairs_have_official_settings(tree):
    with pytest.raises(InputError, match="is-en is not an official language pair"):
        wmt23_materials(tree, ["is-en"])
