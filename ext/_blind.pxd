# Hexes in which nothing acts but on lower ends that are near.

cdef enum:
    ACTS_ANYWHERE = 255
