/* Many lines leap over what does nothing, each to the first pixel that acts or to its end.

   Nothing branches on what a line meets, so the processor has no guess to be wrong about, and while
   one line waits for memory others go on. Where it has AVX-512, eight lines go at a time. */

#ifndef HEXLOS_LEAPS_H
#define HEXLOS_LEAPS_H

#include <stdint.h>

#include "_wide.h"

enum {
    LEAP_LINES = 128,       /* lines that may be under way */
    LEAP_ROOM = LEAP_LINES + 8,
    LEAP_ACTS = 64,         /* codes of a plane from which on something acts: see _reach.pxd */
    LEAP_BITS = 44          /* of a column, in speeds */
};

/* Lines under way: a number for each, and what its leaps need. Of two halves the lower comes first. */
typedef struct {
    int64_t number[LEAP_ROOM];
    const uint8_t *plane[LEAP_ROOM];
    int64_t start[LEAP_ROOM];
    int64_t speed[LEAP_ROOM];
    int64_t pixel[LEAP_ROOM];      /* its first pixel on the plane: x, y */
    int64_t ways[LEAP_ROOM];       /* 0 for right, -1 for left; 0 for down, -1 for up */
    int64_t entries[LEAP_ROOM];    /* the entry it has come to, and its last one */
    int count;
} LeapLines;

/* Lines that have come to an end: their numbers, and where.
   From the low bits: 8 for the code there, 0 beyond the last entry; 24 for the entry; 16 for x and
   16 for y of its pixel on the plane. */
typedef struct {
    int64_t number[LEAP_ROOM];
    uint64_t place[LEAP_ROOM];
    int count;
} LeapEnds;

static inline void leap_plain(LeapLines *lines, int tiles, int least, LeapEnds *ends)
{
    int n = lines->count;
    while (n > least) {
        int left = 0;
        for (int i = 0; i < n; i++) {
            int64_t k = (int32_t)lines->entries[i], last = lines->entries[i] >> 32;
            int64_t right = (int32_t)lines->ways[i], down = lines->ways[i] >> 32;
            int64_t across = (lines->speed[i] * k + lines->start[i]) >> LEAP_BITS, along = k - across;
            int64_t x = (int32_t)lines->pixel[i] + ((across ^ right) - right);
            int64_t y = (lines->pixel[i] >> 32) + ((along ^ down) - down);
            int64_t tile = (x >> 3) * tiles + (y >> 3);
            int64_t code = lines->plane[i][tile * 64 + (x & 7) * 8 + (y & 7)];
            int64_t acts = code >= LEAP_ACTS, past;
            k += acts ? 0 : code;
            past = k > last;
            ends->number[ends->count] = lines->number[i];
            ends->place[ends->count] = (acts ? code : 0) | k << 8 | x << 32 | y << 48;
            ends->count += acts | past;
            lines->number[left] = lines->number[i];
            lines->plane[left] = lines->plane[i];
            lines->start[left] = lines->start[i];
            lines->speed[left] = lines->speed[i];
            lines->pixel[left] = lines->pixel[i];
            lines->ways[left] = lines->ways[i];
            lines->entries[left] = k | last << 32;
            left += !(acts | past);
        }
        n = left;
    }
    lines->count = n;
}

#ifdef HEXLOS_EIGHT

HEXLOS_AVX512 static inline __m512i leap_low(__m512i both)
{
    return _mm512_srai_epi64(_mm512_slli_epi64(both, 32), 32);
}

HEXLOS_AVX512 static inline __m512i leap_way(__m512i from, __m512i by, __m512i back)
{
    return _mm512_add_epi64(from, _mm512_sub_epi64(_mm512_xor_si512(by, back), back));
}

HEXLOS_AVX512 static inline void leap_keep(void *to, __mmask8 kept, __m512i from)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(kept, from));
}

HEXLOS_AVX512 static void leap_eight(LeapLines *lines, int tiles, int least, LeapEnds *ends)
{
    const __m512i down_a_tile = _mm512_set1_epi64(tiles), seven = _mm512_set1_epi64(7);
    const uint8_t *at[LEAP_ROOM];
    uint64_t pixels[LEAP_ROOM];
    uint8_t codes[LEAP_ROOM];
    int n = lines->count;
    while (n > least) {
        int left = 0;
        for (int i = 0; i < n; i += 8) {
            __m512i pixel = _mm512_loadu_si512(lines->pixel + i);
            __m512i ways = _mm512_loadu_si512(lines->ways + i);
            __m512i k = leap_low(_mm512_loadu_si512(lines->entries + i));
            __m512i across = _mm512_srai_epi64(
                _mm512_add_epi64(_mm512_mullo_epi64(_mm512_loadu_si512(lines->speed + i), k),
                                 _mm512_loadu_si512(lines->start + i)), LEAP_BITS);
            __m512i x = leap_way(leap_low(pixel), across, leap_low(ways));
            __m512i y = leap_way(_mm512_srai_epi64(pixel, 32), _mm512_sub_epi64(k, across),
                                 _mm512_srai_epi64(ways, 32));
            __m512i tile = _mm512_add_epi64(
                _mm512_mul_epu32(_mm512_srli_epi64(x, 3), down_a_tile), _mm512_srli_epi64(y, 3));
            __m512i place = _mm512_or_si512(
                _mm512_slli_epi64(tile, 6),
                _mm512_or_si512(_mm512_slli_epi64(_mm512_and_si512(x, seven), 3),
                                _mm512_and_si512(y, seven)));
            _mm512_storeu_si512(
                at + i, _mm512_add_epi64(_mm512_loadu_si512(lines->plane + i), place));
            _mm512_storeu_si512(
                pixels + i, _mm512_or_si512(_mm512_slli_epi64(x, 32), _mm512_slli_epi64(y, 48)));
        }
        /* one by one, many of them at once: quicker than a gather where they are not in the nearest cache */
        for (int i = 0; i < n; i++)
            codes[i] = *at[i];
        for (int i = 0; i < n; i += 8) {
            __mmask8 here = (__mmask8)(n - i < 8 ? (1 << (n - i)) - 1 : 0xff), acts, past, over, on;
            __m512i code = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(codes + i)));
            __m512i entries = _mm512_loadu_si512(lines->entries + i), number, place, k;
            acts = _mm512_cmpge_epi64_mask(code, _mm512_set1_epi64(LEAP_ACTS));
            entries = _mm512_mask_add_epi64(entries, (__mmask8)~acts, entries, code);
            k = leap_low(entries);
            past = _mm512_cmpgt_epi64_mask(k, _mm512_srai_epi64(entries, 32));
            over = (__mmask8)((acts | past) & here);
            on = (__mmask8)(here & ~over);
            number = _mm512_loadu_si512(lines->number + i);
            place = _mm512_or_si512(
                _mm512_or_si512(_mm512_maskz_mov_epi64(acts, code), _mm512_slli_epi64(k, 8)),
                _mm512_loadu_si512(pixels + i));
            leap_keep(ends->number + ends->count, over, number);
            leap_keep(ends->place + ends->count, over, place);
            ends->count += __builtin_popcount(over);
            leap_keep(lines->number + left, on, number);
            leap_keep(lines->plane + left, on, _mm512_loadu_si512(lines->plane + i));
            leap_keep(lines->start + left, on, _mm512_loadu_si512(lines->start + i));
            leap_keep(lines->speed + left, on, _mm512_loadu_si512(lines->speed + i));
            leap_keep(lines->pixel + left, on, _mm512_loadu_si512(lines->pixel + i));
            leap_keep(lines->ways + left, on, _mm512_loadu_si512(lines->ways + i));
            leap_keep(lines->entries + left, on, entries);
            left += __builtin_popcount(on);
        }
        n = left;
    }
    lines->count = n;
}

#endif

/* Move lines on until at most least of them have not come to an end, eight at a time or one by one. */
static inline void leap(LeapLines *lines, int tiles, int eight, int least, LeapEnds *ends)
{
    ends->count = 0;
#ifdef HEXLOS_EIGHT
    if (eight) {
        leap_eight(lines, tiles, least, ends);
        return;
    }
#endif
    (void)eight;
    leap_plain(lines, tiles, least, ends);
}

#endif
