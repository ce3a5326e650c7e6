"""The exact thread."""
