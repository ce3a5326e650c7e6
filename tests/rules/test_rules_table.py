"""Every rule of B13, F13 and LOS is stated, applied and tested, and docs/rules.md says where."""

from __future__ import annotations

import pytest
import rules_table
from los_rules import APPLIED, LEFT_OUT
from rules_table import MISSION, Row

ROWS = rules_table.rows()
LOS_ROWS = rules_table.rows(APPLIED)


@pytest.mark.parametrize("row", ROWS, ids=[row.rule for row in ROWS])
def test_a_rule_is_stated_applied_and_tested(row: Row) -> None:
    assert row.seeds, f"{row.rule} is in no table of seeds/"
    assert row.code, f"{row.rule} is named by no docstring of plugin/"
    assert row.tests, f"{row.rule} is named by no test"


@pytest.mark.parametrize("row", LOS_ROWS, ids=[row.rule for row in LOS_ROWS])
def test_a_rule_of_los_is_applied_and_tested(row: Row) -> None:
    assert row.code or row.seeds, f"{row.rule} is named by no docstring and no table"
    assert row.tests, f"{row.rule} is named by no test"


def test_a_rule_of_los_is_applied_or_not() -> None:
    assert not APPLIED.keys() & LEFT_OUT.keys()
    assert all(reason for reason in LEFT_OUT.values())


def test_the_page_is_up_to_date() -> None:
    text = rules_table.PAGE.read_text(encoding="utf-8")
    assert text == rules_table.page(), "run python tests/rules_table.py"


def test_the_page_has_a_line_for_each_rule() -> None:
    text = rules_table.PAGE.read_text(encoding="utf-8")
    assert all(f"\n| {rule} |" in text for rule in (*MISSION, *APPLIED, *LEFT_OUT))


@pytest.mark.parametrize(
    ("text", "rule", "found"),
    [
        ("(B13.3)", "B13.3", True),
        ("B13.31", "B13.3", False),
        ("B13.3.", "B13.3", True),
        ("B13.4211", "B13.421", False),
        ("AB13.3", "B13.3", False),
        ("F13.1-.6", "F13.1", True),
    ],
)
def test_a_number_is_not_taken_for_another(text: str, rule: str, found: bool) -> None:
    assert rules_table.names(text, rule) == found
