"""Buildings and bridges at the ends of a line: levels, hexsides inside, walls inside."""
