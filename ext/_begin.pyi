"""The start of every trace: levels, tables and path of a line."""
