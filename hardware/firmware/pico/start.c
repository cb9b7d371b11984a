/* The RP2040 begins here: the firmware is copied into the RAM and runs there. */
#include <stdint.h>

#include "interrupts.h"
#include "registers.h"

/* From memory.ld; the two lengths are in words. */
extern uint32_t program_begin[], program_in_flash[], program_words[], bss_begin[], bss_words[], stack_top[];

int main(void);

/* A fault of the processor: the watchdog will begin anew. */
static void halt(void)
{
    for (;;)
        ;
}

__attribute__((section(".start"), used, noreturn)) static void start(void)
{
    volatile uint32_t *program = program_begin, *bss = bss_begin;
    const volatile uint32_t *kept = program_in_flash;
    for (uint32_t at = 0; at < (uint32_t)(uintptr_t)program_words; at++)
        program[at] = kept[at];
    for (uint32_t at = 0; at < (uint32_t)(uintptr_t)bss_words; at++)
        bss[at] = 0;
    VECTORS_AT = (uint32_t)(uintptr_t)program_begin;
    /* Too far for a plain call. */
    int (*volatile run)(void) = main;
    run();
    for (;;)
        ;
}

typedef void (*vector)(void);

/* The words that the second stage reads. */
__attribute__((section(".first_words"), used)) static const vector first_words[2] = {(vector)stack_top, start};

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 26] = {
    (vector)stack_top, start, halt, halt, halt, halt, halt, halt, halt, halt, halt, halt, halt, halt, halt, halt,
    [16 + IRQ_TIMER_0] = on_timer,
    [16 + IRQ_USB] = on_usb,
};

rom_function rom_find(char first, char second)
{
    typedef rom_function (*lookup)(const uint16_t *table, uint32_t code);
    /* Near the ROM's beginning lie two pointers of 16 bits: to the table of functions, and to the search in it.  The
     * compiler holds everything down there for a mistake unless it does not see where it is. */
    const volatile uint16_t *rom = 0;
    __asm__("" : "+r"(rom));
    const uint16_t *table = (const uint16_t *)(uintptr_t)rom[0x14 / 2];
    lookup find = (lookup)(uintptr_t)rom[0x18 / 2];
    rom_function found = find(table, (uint32_t)(second << 8 | first));
    return found;
}
