"""Scenario special rules that change a board: pure functions Board -> Board, composed in order."""

from hexlos.ssr.apply import apply_ssrs, on_board_of_map
from hexlos.ssr.registry import Ssr, find_ssr, list_ssrs

__all__ = ["Ssr", "apply_ssrs", "find_ssr", "list_ssrs", "on_board_of_map"]
