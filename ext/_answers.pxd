# Answers of lines as records, and how they are put into the arrays of a table.

from libc.stdint cimport uint64_t

from hexlos.ext._line cimport Answer

cdef extern from "_wide.h" nogil:
    int may_eight()

cdef extern from "_answers.h" nogil:
    ctypedef struct AnswerTable:
        unsigned char* blocked
        unsigned char* hindrance
        unsigned char* reason
        unsigned short* span
        short* where
        Py_ssize_t width
    ctypedef struct Answers:
        const uint64_t* records
        Py_ssize_t count
        Py_ssize_t across
        const int* here
        const int* there
        int straight
        int turned
    uint64_t answer_clear(int hindrance, int range)
    uint64_t answer_blocked(int reason, int range, int x, int y)
    void answer_put(const AnswerTable* table, Py_ssize_t row, Py_ssize_t column, uint64_t answer)
    void answers_spread(const Answers* answers, const AnswerTable* table, int eight)


cdef inline uint64_t record_of(const Answer* answer) noexcept nogil:
    """The record of an answer."""
    if answer.blocked:
        return answer_blocked(answer.reason, answer.range, answer.x, answer.y)
    return answer_clear(answer.hindrance, answer.range)
