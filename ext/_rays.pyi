"""The pixels of all lines of one offset between hexes, by number."""
