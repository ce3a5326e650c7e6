/* Instructions that do eight numbers of 64 bits at a time, where the compiler and the processor know them. */

#ifndef HEXLOS_WIDE_H
#define HEXLOS_WIDE_H

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define HEXLOS_EIGHT 1
#define HEXLOS_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl")))
#endif

/* Whether this processor may do eight at a time. */
static inline int may_eight(void)
{
#ifdef HEXLOS_EIGHT
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl");
#else
    return 0;
#endif
}

#endif
