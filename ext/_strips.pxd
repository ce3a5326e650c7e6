# Which hexes the pixels of a picture may be met in, run by run down its columns.

from hexlos.ext._field cimport Field


cdef struct Strip:
    int begin       # its first pixel
    int own         # the cell that holds its pixels, -1 for none
    int first       # which of all cells listed is the first of those that it may be met in
    int count       # how many these are; 0 where that may be no hex, as at the picture's rim


cdef class Strips:
    cdef:
        Py_ssize_t width, height
        int* starts             # by column: which strip is its first
        Strip* strips           # of each column one more that begins at its end
        int* cells
        int most                # the highest cell that holds a pixel
        Py_ssize_t used, room, listed, listed_room
    cdef int add(self, int begin, int own) except -1 nogil
    cdef int list_cell(self, int cell) except -1 nogil
    cdef int read_column(self, const int[:, ::1] owner, Py_ssize_t x,
                         unsigned char* deep) except -1 nogil
    cdef int list_around(self, const int[:, ::1] owner, Py_ssize_t x, Py_ssize_t y) except -1 nogil
    cdef bint same_around(self, const int[:, ::1] owner, Py_ssize_t x, Py_ssize_t y) noexcept nogil
    cdef int check(self, Field field) except -1
