"""Work behind another: in order, not too much of it waiting, and what fails is told."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from hexlos.export.behind import Behind


def _nothing() -> None:
    """Tell nothing."""


@pytest.mark.parametrize("cores", [1, 2])
def test_all_is_done_in_order(cores: int) -> None:
    done: list[int] = []
    with Behind(cores, _nothing) as behind:
        for number in range(20):
            behind.give(lambda n=number: done.append(n))
        behind.finish()
        assert done == list(range(20))
        assert not behind.halted.is_set()


def test_one_core_works_by_itself_and_two_in_another_thread() -> None:
    for cores, same in ((1, True), (2, False)):
        seen: list[int] = []
        with Behind(cores, _nothing) as behind:
            behind.give(lambda s=seen: s.append(threading.get_ident()))
            behind.finish()
        assert (seen == [threading.get_ident()]) is same


def test_no_more_than_one_waits() -> None:
    go, begun = threading.Event(), []

    def slow(number: int) -> Callable[[], None]:
        def do() -> None:
            begun.append(number)
            assert go.wait(30)

        return do

    told: list[list[int]] = []

    def tell() -> None:
        told.append(list(begun))
        go.set()

    with Behind(2, tell) as behind:
        for number in range(3):
            assert not go.is_set()  # the first is at work, the second waits
            behind.give(slow(number))
        behind.finish()
    assert told[0] == [0]
    assert begun == [0, 1, 2]


@pytest.mark.parametrize("cores", [1, 2])
def test_what_fails_is_raised_and_the_rest_dropped(cores: int) -> None:
    done: list[int] = []

    def fail() -> None:
        raise ValueError("it fails")

    def work(behind: Behind) -> None:
        with behind:
            behind.give(lambda: done.append(0))
            behind.give(fail)
            for number in range(1, 200):
                behind.give(lambda n=number: done.append(n))
            behind.finish()

    behind = Behind(cores, _nothing)
    with pytest.raises(ValueError, match="it fails"):
        work(behind)
    assert done[0] == 0
    assert len(done) < 200
    assert behind.halted.is_set()
