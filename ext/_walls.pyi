"""Walls and hedges as facts of the lattice: hexspines and vertices (B9.1, B9.2)."""
