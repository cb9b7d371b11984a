/* RP2040 (Raspberry Pi Pico) at 48 MHz: clocks, the tick, watchdog, lamp; sensor, flash and USB have files of their own. */
#include "../hal.h"

#include "wheel_messages.h"
#include "flash.h"
#include "i2c.h"
#include "interrupts.h"
#include "registers.h"
#include "usb.h"

#define TICK_US (SAMPLE_MS * 1000)
/* The watchdog counts twice each microsecond (erratum RP2040-E1). */
#define WATCHDOG_US(us) (2 * (us))
#define WATCHDOG_ON (1u << 30)
/* Longer than any flash takes to erase 4 KiB. */
#define FLASH_MOST_US 2000000
#define ALIVE_US 250000
/* Why the chip was reset, in CHIP_RESET. */
#define POWER_CAME (1u << 8)
#define PIN_PULLED (1u << 16)
#define LAMP 25
#define BLINK_MS 250

static volatile uint32_t ticks;
static uint32_t ticks_taken, next_tick_us;
static uint8_t reset_cause;

static void let_run(uint32_t parts)
{
    SET(RESETS) = parts;
    CLEAR(RESETS) = parts;
    while ((RESETS_DONE & parts) != parts)
        ;
}

/* From the crystal, 12 MHz, the PLL makes 48 MHz for USB and processor alike: 12 * 100 / 5 / 5. */
static void start_clocks(void)
{
    /* From any clock, first back to the one that always runs. */
    CLEAR(CLK_SYS_CTRL) = 1;
    while (CLK_SYS_SELECTED != 1)
        ;
    CLEAR(CLK_REF_CTRL) = 3;
    while (CLK_REF_SELECTED != 1)
        ;
    /* 64 ms for the crystal: some boards have slow ones. */
    XOSC_STARTUP = 47 * 64;
    XOSC_CTRL = 0xfabaa0;
    while (!(XOSC_STATUS & 1u << 31))
        ;
    CLK_REF_CTRL = 2;
    while (CLK_REF_SELECTED != 1u << 2)
        ;
    let_run(RESET_PLL_USB);
    PLL_USB_CS = 1;
    PLL_USB_FBDIV = 100;
    CLEAR(PLL_USB_PWR) = 1u << 5 | 1;
    while (!(PLL_USB_CS & 1u << 31))
        ;
    PLL_USB_PRIM = 5u << 16 | 5u << 12;
    CLEAR(PLL_USB_PWR) = 1u << 3;
    CLK_SYS_CTRL = 1u << 5;
    CLK_SYS_CTRL = 1u << 5 | 1;
    while (CLK_SYS_SELECTED != 1u << 1)
        ;
    CLK_USB_CTRL = 1u << 11;
    /* The timer and the watchdog count microseconds. */
    WATCHDOG_TICK = 1u << 9 | 12;
}

static uint8_t find_reset_cause(void)
{
    if (WATCHDOG_REASON & 3)
        return RESET_WATCHDOG;
    uint32_t said = CHIP_RESET;
    return ((said & POWER_CAME) ? RESET_POWER_ON : 0) | ((said & PIN_PULLED) ? RESET_EXTERNAL : 0);
}

void hal_start(void)
{
    reset_cause = find_reset_cause();
    WATCHDOG_CTRL = 0;
    start_clocks();
    let_run(RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_TIMER);
    GPIO_CTRL(LAMP) = FUNCTION_SIO;
    SIO_ENABLE_SET = 1u << LAMP;
    /* A watchdog that bites begins everything anew but the two oscillators. */
    PSM_WDSEL = 0x1fffc;
    WATCHDOG_LOAD = WATCHDOG_US(FLASH_MOST_US);
    WATCHDOG_CTRL = WATCHDOG_ON;
    flash_start();
    i2c_start();
    usb_start();
    next_tick_us = TIMER_RAW_LOW + TICK_US;
    TIMER_INTE = 1;
    TIMER_ALARM0 = next_tick_us;
    NVIC_ENABLE = 1u << IRQ_TIMER_0;
}

uint8_t hal_reset_cause(void)
{
    return reset_cause;
}

void on_timer(void)
{
    TIMER_INTR = 1;
    /* An alarm that is set too late comes an hour later. */
    do {
        ticks++;
        next_tick_us += TICK_US;
        TIMER_ALARM0 = next_tick_us;
    } while ((int32_t)(TIMER_RAW_LOW - next_tick_us) >= 0);
}

/* On: the sensor answers; it blinks while it does not. */
static void light_lamp(uint32_t now_ms)
{
    if (i2c_answers() || now_ms / BLINK_MS % 2)
        SIO_OUT_SET = 1u << LAMP;
    else
        SIO_OUT_CLEAR = 1u << LAMP;
}

uint32_t hal_wait_tick(void)
{
    usb_tick(ticks_taken * SAMPLE_MS);
    /* An interrupt between the question and the wait ends the wait. */
    while (ticks == ticks_taken)
        __asm__ volatile("wfe");
    ticks_taken = ticks;
    light_lamp(ticks_taken * SAMPLE_MS);
    return ticks_taken * SAMPLE_MS;
}

void hal_alive(void)
{
    WATCHDOG_LOAD = WATCHDOG_US(ALIVE_US);
}

void hal_store_read(uint16_t address, uint8_t *data, uint8_t length)
{
    flash_store_read(address, data, length);
}

void hal_store_write(uint16_t address, const uint8_t *data, uint8_t length)
{
    WATCHDOG_LOAD = WATCHDOG_US(FLASH_MOST_US);
    flash_store_write(address, data, length);
}
