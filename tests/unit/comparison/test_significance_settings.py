import pytest

from assay.errors import OptionError
from assay.stats.settings import Settings


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"draws": -1}, "draws must be from 1 to"),
        ({"draws": 10**12}, "draws must be from 1 to"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 2**64}, "seed must be"),
        ({"confidence": 0.0}, "between 0 and 1"),
        ({"confidence": 95}, "between 0 and 1"),
        ({"confidence": float("nan")}, "between 0 and 1"),
        ({"interval": "normal"}, "percentile, basic, bca"),
        ({"sample": "third"}, "full, half, half-without"),
    ],
)
def test_what_no_test_can_work_with_is_refused(wrong, message):
    with pytest.raises(OptionError, match=message):
        Settings(**wrong)


def test_a_test_has_its_own_number_of_draws() -> None:
    assert (Settings().bootstrap_draws, Settings().permutation_draws) == (1000, 10_000)
    assert (Settings(draws=7).bootstrap_draws, Settings(draws=7).permutation_draws) == (7, 7)


def test_samples_have_their_size() -> None:
    assert Settings().drawn(9) == ("with-replacement", 9)
    assert Settings(sample="half").drawn(9) == ("with-replacement", 4)
    assert Settings(sample="half-without").drawn(9) == ("without-replacement", 4)
    assert Settings(confidence=0.9).alpha == 0.1
