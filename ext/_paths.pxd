# One hex that a path meets: its cell relative to the source's, and where along the line (n / d).

cdef struct Step:
    int cell
    int n0
    int d0
    int n1
    int d1
    short from_source
    short from_target
    int kind
