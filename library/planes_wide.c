/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planes by AVX-512: a set is a mask of bytes. */
#include "agents/isa.h"
#include "library/observe.h"

#if defined __AVX512BW__ && !defined PASUR_PLAIN

#include <immintrin.h>

bool planes_wide_possible(void) { return (isa_used() == ISA_AVX512); }

void planes_wide(uint8_t *planes, const CardSet sets[static PASUR_PLANES])
{
    const __m512i ones = _mm512_set1_epi8(1);
    /* what stands behind a plane is written over by the next one */
    for (int i = 0; i < PASUR_PLANES - 1; i++)
        _mm512_storeu_si512(planes + i * CARDS, _mm512_maskz_mov_epi8(sets[i], ones));
    const int last = PASUR_PLANES - 1;
    _mm512_mask_storeu_epi8(planes + last * CARDS, PACK, _mm512_maskz_mov_epi8(sets[last], ones));
}

#else

bool planes_wide_possible(void) { return false; }

void planes_wide(uint8_t *planes, const CardSet sets[static PASUR_PLANES]) { (void)planes, (void)sets; }

#endif
