"""A page to explore a board in a browser: from a local server, or in one file."""
