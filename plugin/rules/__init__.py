"""Rules of play that follow from what a board shows."""
