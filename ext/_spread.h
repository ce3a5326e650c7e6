/* Distances along columns of pixels, 16 or more pixels at a time: plain loops that compilers make
   vectors of. All are of bytes, none above 127. */

#ifndef HEXLOS_SPREAD_H
#define HEXLOS_SPREAD_H

#include <stdint.h>
#include <string.h>

enum {
    SPREAD_PAD = 32,        /* bytes before and behind a column that may be read */
    SPREAD_FAR = 63         /* farther than that all is as far */
};

static inline void spread_step(uint8_t *restrict out, const uint8_t *restrict in, int step, long count)
{
    const uint8_t *before = in - step, *behind = in + step;
    for (long i = 0; i < count; i++) {
        uint8_t near = before[i] < behind[i] ? before[i] : behind[i];
        near = (uint8_t)(near + step);
        out[i] = near < in[i] ? near : in[i];
    }
}

/* Lower every pixel of a column to its distance from a pixel there and what that has, at most
   SPREAD_FAR. Both have SPREAD_PAD bytes of room at either end, which hold SPREAD_FAR; spare is overwritten.
   Each step doubles how far pixels are known: one, three, seven ... 63 to either side. */
static inline void spread_column(uint8_t *column, uint8_t *spare, long count)
{
    for (int step = 1; step < SPREAD_FAR; step *= 4) {
        spread_step(spare, column, step, count);
        spread_step(column, spare, 2 * step, count);
    }
}

/* Lower every pixel of a column to one more than that beside it. */
static inline void spread_beside(uint8_t *restrict column, const uint8_t *restrict beside, long count)
{
    for (long i = 0; i < count; i++) {
        uint8_t near = (uint8_t)(beside[i] + 1);
        column[i] = near < column[i] ? near : column[i];
    }
}

/* So much less of every pixel, but one at least. */
static inline void spread_less(uint8_t *restrict out, const uint8_t *restrict column, int less, long count)
{
    for (long i = 0; i < count; i++) {
        uint8_t far = column[i] > less ? column[i] : (uint8_t)(less + 1);
        out[i] = (uint8_t)(far - less);
    }
}

/* Of every pixel what it has, or where that is nothing a code. */
static inline void spread_code(uint8_t *restrict out, const uint8_t *restrict column, uint8_t code, long count)
{
    for (long i = 0; i < count; i++)
        out[i] = column[i] ? column[i] : code;
}

/* Whether one of eight bytes, none above 127, is below a limit. */
static inline int spread_any_below(const uint8_t *eight, int limit)
{
    uint64_t all;
    memcpy(&all, eight, 8);
    all += UINT64_C(0x0101010101010101) * (uint64_t)(128 - limit);
    return (~all & UINT64_C(0x8080808080808080)) != 0;
}

#endif
