"""Ends IN a Depression, exact thread (A6.3, B19.2)."""
