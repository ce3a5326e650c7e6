"""Things made side by side: taken in order, not too many waiting, and what fails is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from hexlos.export.in_order import InOrder


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_all_is_taken_in_order(cores: int) -> None:
    taken: list[int] = []
    with InOrder(cores, taken.append) as made:
        for number in range(30):

            def make(number: int = number) -> int:
                time.sleep(0.003 if number % 3 == 0 else 0)  # others overtake it
                return number

            made.give(make)
        made.finish()
        assert taken == list(range(30))


def test_two_cores_make_two_things_at_a_time() -> None:
    both = threading.Barrier(2, timeout=30)
    taken: list[int] = []
    with InOrder(2, taken.append) as made:
        for _ in range(4):
            made.give(both.wait)
        made.finish()
    assert sorted(taken) == [0, 0, 1, 1]


def test_one_core_works_by_itself() -> None:
    taken: list[int] = []
    with InOrder(1, taken.append) as made:
        made.give(threading.get_ident)
        assert taken == [threading.get_ident()]


def test_no_more_than_one_waits_beside_what_is_made() -> None:
    go = threading.Event()
    begun: list[int] = []
    taken: list[int] = []

    def slow(number: int) -> Callable[[], int]:
        def make() -> int:
            begun.append(number)
            assert go.wait(30)
            return number

        return make

    with InOrder(2, taken.append) as made:
        for number in range(3):
            made.give(slow(number))
        late = threading.Timer(0.1, go.set)
        late.start()
        made.give(slow(3))  # waits until the first is made
        assert go.is_set()
        made.finish()
    assert taken == [0, 1, 2, 3]


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("where", ["made", "taken"])
def test_what_fails_is_raised_and_nothing_taken_after_it(cores: int, where: str) -> None:
    taken: list[int] = []

    def take(number: int) -> None:
        if where == "taken" and number == 1:
            raise ValueError("it fails")
        taken.append(number)

    def fail() -> int:
        if where == "made":
            raise ValueError("it fails")
        return 1

    def work() -> None:
        with InOrder(cores, take) as made:
            made.give(lambda: 0)
            made.give(fail)
            for number in range(2, 200):
                made.give(lambda n=number: n)
            made.finish()

    with pytest.raises(ValueError, match="it fails"):
        work()
    assert taken == [0]
