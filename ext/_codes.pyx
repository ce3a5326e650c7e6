"""Verdict kinds, reason codes and step kinds, as Python enums."""
