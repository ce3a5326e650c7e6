/* Answers of lines as records of 64 bits, and how they are put into the arrays of a table.

   A line's record is written at one place, in the order that lines are traced in; the arrays, and of a
   symmetric table its mirror half, are filled afterwards row by row, by AVX-512 where there is any. */

#ifndef HEXLOS_ANSWERS_H
#define HEXLOS_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

#include "_wide.h"

/* From the low bits: 1 for blocked, 1 that says that there is an answer, 2 unused, 4 for the hindrance;
   8 for the reason; 16 for the range; 16 for x and 16 for y of the pixel that blocks. */
enum { ANSWER_BLOCKED = 1, ANSWER_THERE = 2 };

typedef struct {
    uint8_t *blocked;
    uint8_t *hindrance;
    uint8_t *reason;
    uint16_t *span;
    int16_t *where;         /* x and y of each */
    ptrdiff_t width;
} AnswerTable;

static inline uint64_t answer_clear(int hindrance, int range)
{
    return ANSWER_THERE | (uint64_t)hindrance << 4 | (uint64_t)(uint16_t)range << 16
        | (uint64_t)0xffffffff << 32;
}

static inline uint64_t answer_blocked(int reason, int range, int x, int y)
{
    return ANSWER_BLOCKED | ANSWER_THERE | (uint64_t)(uint8_t)reason << 8
        | (uint64_t)(uint16_t)range << 16 | (uint64_t)(uint16_t)x << 32 | (uint64_t)(uint16_t)y << 48;
}

static inline void answer_put(const AnswerTable *table, ptrdiff_t row, ptrdiff_t column, uint64_t answer)
{
    ptrdiff_t at = row * table->width + column;
    table->blocked[at] = answer & ANSWER_BLOCKED;
    table->hindrance[at] = answer >> 4 & 15;
    table->reason[at] = (uint8_t)(answer >> 8);
    table->span[at] = (uint16_t)(answer >> 16);
    table->where[2 * at] = (int16_t)(answer >> 32);
    table->where[2 * at + 1] = (int16_t)(answer >> 48);
}

/* Records of some rows of a table, or of some of its columns, one after the other. */
typedef struct {
    const uint64_t *records;
    ptrdiff_t count;
    ptrdiff_t across;       /* records of each */
    const int32_t *here;    /* which rows or columns they are, */
    const int32_t *there;   /* and which columns or rows each one's records */
    int straight;           /* they are rows */
    int turned;             /* they are columns; or both */
} Answers;

static inline void answers_spread_plain(const Answers *from, const AnswerTable *table, ptrdiff_t row,
                                        ptrdiff_t last_row, ptrdiff_t column, ptrdiff_t last_column)
{
    for (ptrdiff_t r = row; r < last_row; r++) {
        for (ptrdiff_t c = column; c < last_column; c++) {
            uint64_t answer = from->records[r * from->across + c];
            if (answer && from->straight)
                answer_put(table, from->here[r], from->there[c], answer);
            if (answer && from->turned)
                answer_put(table, from->there[c], from->here[r], answer);
        }
    }
}

#ifdef HEXLOS_EIGHT

/* Put eight answers side by side. */
HEXLOS_AVX512 static inline void answers_put_eight(const AnswerTable *table, ptrdiff_t row,
                                                   ptrdiff_t column, __m512i answers)
{
    ptrdiff_t at = row * table->width + column;
    const __m512i low = _mm512_set1_epi64(ANSWER_BLOCKED), four = _mm512_set1_epi64(15);
    _mm_storel_epi64((__m128i *)(table->blocked + at),
                     _mm512_cvtepi64_epi8(_mm512_and_si512(answers, low)));
    _mm_storel_epi64((__m128i *)(table->hindrance + at),
                     _mm512_cvtepi64_epi8(_mm512_and_si512(_mm512_srli_epi64(answers, 4), four)));
    _mm_storel_epi64((__m128i *)(table->reason + at),
                     _mm512_cvtepi64_epi8(_mm512_srli_epi64(answers, 8)));
    _mm_storeu_si128((__m128i *)(table->span + at),
                     _mm512_cvtepi64_epi16(_mm512_srli_epi64(answers, 16)));
    _mm256_storeu_si256((__m256i *)(table->where + 2 * at),
                        _mm512_cvtepi64_epi32(_mm512_srli_epi64(answers, 32)));
}

/* Exchange rows and columns of 8 x 8 answers. */
HEXLOS_AVX512 static inline void answers_turn(const __m512i *rows, __m512i *columns)
{
    for (int odd = 0; odd < 2; odd++) {
        __m512i two[4];
        for (int i = 0; i < 4; i++)
            two[i] = odd ? _mm512_unpackhi_epi64(rows[2 * i], rows[2 * i + 1])
                         : _mm512_unpacklo_epi64(rows[2 * i], rows[2 * i + 1]);
        __m512i even_up = _mm512_shuffle_i64x2(two[0], two[1], 0x88);
        __m512i even_down = _mm512_shuffle_i64x2(two[2], two[3], 0x88);
        __m512i odd_up = _mm512_shuffle_i64x2(two[0], two[1], 0xdd);
        __m512i odd_down = _mm512_shuffle_i64x2(two[2], two[3], 0xdd);
        columns[odd] = _mm512_shuffle_i64x2(even_up, even_down, 0x88);
        columns[odd + 2] = _mm512_shuffle_i64x2(odd_up, odd_down, 0x88);
        columns[odd + 4] = _mm512_shuffle_i64x2(even_up, even_down, 0xdd);
        columns[odd + 6] = _mm512_shuffle_i64x2(odd_up, odd_down, 0xdd);
    }
}

/* Put 8 x 8 answers, or none; 0 where only some are there. Where back is set numbers descend. */
HEXLOS_AVX512 static inline int answers_put_block(const Answers *from, const AnswerTable *table,
                                                  ptrdiff_t row, ptrdiff_t column, int back)
{
    const __m512i contrary = _mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    ptrdiff_t here = from->here[back ? row + 7 : row], there = from->there[back ? column + 7 : column];
    __m512i rows[8], columns[8];
    __mmask8 all = 0xff, any = 0;
    for (int i = 0; i < 8; i++) {
        ptrdiff_t at = back ? row + 7 - i : row + i;
        __m512i answers = _mm512_loadu_si512(from->records + at * from->across + column);
        __mmask8 known = _mm512_test_epi64_mask(answers, answers);
        all &= known;
        any |= known;
        rows[i] = back ? _mm512_permutexvar_epi64(contrary, answers) : answers;
    }
    if (all != 0xff)
        return !any;
    if (from->straight)
        for (int i = 0; i < 8; i++)
            answers_put_eight(table, here + i, there, rows[i]);
    if (from->turned) {
        answers_turn(rows, columns);
        for (int i = 0; i < 8; i++)
            answers_put_eight(table, there + i, here, columns[i]);
    }
    return 1;
}

/* Column by column, so that what is written stays in the nearest cache until its lines are full. */
HEXLOS_AVX512 static void answers_spread_eight(const Answers *from, const AnswerTable *table, int back)
{
    ptrdiff_t row, column, rows = from->count & ~(ptrdiff_t)7, columns = from->across & ~(ptrdiff_t)7;
    for (column = 0; column < columns; column += 8)
        for (row = 0; row < rows; row += 8)
            if (!answers_put_block(from, table, row, column, back))
                answers_spread_plain(from, table, row, row + 8, column, column + 8);
    answers_spread_plain(from, table, 0, rows, columns, from->across);
    answers_spread_plain(from, table, rows, from->count, 0, from->across);
}

#endif

/* Whether numbers go on by a step. */
static inline int answers_go_by(const int32_t *numbers, ptrdiff_t count, int step)
{
    for (ptrdiff_t i = 1; i < count; i++)
        if (numbers[i] != numbers[i - 1] + step)
            return 0;
    return 1;
}

/* Put all answers that are there into a table. */
static inline void answers_spread(const Answers *from, const AnswerTable *table, int eight)
{
#ifdef HEXLOS_EIGHT
    for (int back = 0; eight && back < 2; back++) {
        int step = back ? -1 : 1;
        if (answers_go_by(from->here, from->count, step)
            && answers_go_by(from->there, from->across, step)) {
            answers_spread_eight(from, table, back);
            return;
        }
    }
#endif
    (void)eight;
    answers_spread_plain(from, table, 0, from->count, 0, from->across);
}

#endif
