/* The few functions of the C library that the firmware uses: Debian's own for this chip takes 370 MB. */
#ifndef FREESTANDING_STRING_H
#define FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memset(void *to, int byte, size_t length);
int memcmp(const void *one, const void *other, size_t length);

#endif
