/* ATmega328P at 16 MHz (Nano, Uno): Timer 1 for the tick, USART 0, TWI, EEPROM, watchdog. */
#include "hal.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>
#include <util/delay.h>
#include <util/twi.h>

#define BAUD 115200UL
#define I2C_HZ 400000UL
/* A byte on the bus takes 23 microseconds; a wait of this many loops (about 0.2 ms) means that no device drives it. */
#define I2C_PATIENCE 600
/* The pins of the bus, on port C. */
#define SDA 4
#define SCL 5
#define TX_SIZE 128
#define RX_SIZE 64

static volatile uint32_t ticks;
static uint32_t ticks_taken;
static volatile uint8_t tx[TX_SIZE], tx_head, tx_tail;
static volatile uint8_t rx[RX_SIZE], rx_head, rx_tail;

static uint16_t unsent;
/* Written before the variables are cleared. */
static uint8_t reset_cause __attribute__((section(".noinit")));

/* After a watchdog reset the watchdog still runs with its shortest time, so it is stopped before anything else; and that
 * needs the reset cause cleared.  Optiboot has cleared it already and hands it on in r2. */
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void)
{
    uint8_t handed_on;
    __asm__ volatile("mov %0, r2" : "=r"(handed_on));
    uint8_t cause = MCUSR;
    reset_cause = cause ? cause : handed_on;
    MCUSR = 0;
    wdt_disable();
}

uint8_t hal_reset_cause(void)
{
    return reset_cause & (_BV(PORF) | _BV(EXTRF) | _BV(BORF) | _BV(WDRF));
}

uint16_t hal_unsent(void)
{
    return unsent;
}

ISR(TIMER1_COMPA_vect)
{
    ticks++;
}

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0, next = (uint8_t)(rx_head + 1) % RX_SIZE;
    if (next != rx_tail) {
        rx[rx_head] = byte;
        rx_head = next;
    }
}

ISR(USART_UDRE_vect)
{
    if (tx_tail == tx_head) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = tx[tx_tail];
    tx_tail = (uint8_t)(tx_tail + 1) % TX_SIZE;
}

void hal_start(void)
{
    TCCR1B = _BV(WGM12) | _BV(CS11);
    OCR1A = F_CPU / 8 / 1000 * SAMPLE_MS - 1;
    TIMSK1 = _BV(OCIE1A);
    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    TWBR = (F_CPU / I2C_HZ - 16) / 2;
    TWSR = 0;
    set_sleep_mode(SLEEP_MODE_IDLE);
#ifndef WITHOUT_WATCHDOG
    wdt_enable(WDTO_250MS);
#endif
    sei();
}

uint32_t hal_wait_tick(void)
{
    for (;;) {
        cli();
        if (ticks != ticks_taken) {
            ticks_taken = ticks;
            sei();
            return ticks_taken * SAMPLE_MS;
        }
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
}

void hal_put(uint8_t byte)
{
    uint8_t next = (uint8_t)(tx_head + 1) % TX_SIZE;
    if (next == tx_tail) {
        unsent++;
        return;
    }
    tx[tx_head] = byte;
    tx_head = next;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        UCSR0B |= _BV(UDRIE0);
    }
}

int16_t hal_get(void)
{
    if (rx_tail == rx_head)
        return -1;
    uint8_t byte = rx[rx_tail];
    rx_tail = (uint8_t)(rx_tail + 1) % RX_SIZE;
    return byte;
}

/* Sets the bus to work and waits until it is done, but not for ever; false if the answer is another one. */
static bool i2c_step(uint8_t control, uint8_t expected)
{
    TWCR = control | _BV(TWINT) | _BV(TWEN);
    for (uint16_t left = I2C_PATIENCE; !(TWCR & _BV(TWINT)); left--)
        if (left == 0)
            return false;
    return (TWSR & TW_STATUS_MASK) == expected;
}

static bool i2c_send(uint8_t byte, uint8_t expected)
{
    TWDR = byte;
    return i2c_step(0, expected);
}

static void i2c_stop(void)
{
    TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTO);
}

bool hal_i2c_read(uint8_t device, uint8_t reg, uint8_t *data, uint8_t length)
{
    bool ok = i2c_step(_BV(TWSTA), TW_START) && i2c_send((uint8_t)(device << 1), TW_MT_SLA_ACK) &&
              i2c_send(reg, TW_MT_DATA_ACK) && i2c_step(_BV(TWSTA), TW_REP_START) &&
              i2c_send((uint8_t)(device << 1) | TW_READ, TW_MR_SLA_ACK);
    while (ok && length--) {
        ok = length ? i2c_step(_BV(TWEA), TW_MR_DATA_ACK) : i2c_step(0, TW_MR_DATA_NACK);
        *data++ = TWDR;
    }
    i2c_stop();
    return ok;
}

bool hal_i2c_write(uint8_t device, uint8_t reg, uint8_t value)
{
    bool ok = i2c_step(_BV(TWSTA), TW_START) && i2c_send((uint8_t)(device << 1), TW_MT_SLA_ACK) &&
              i2c_send(reg, TW_MT_DATA_ACK) && i2c_send(value, TW_MT_DATA_ACK);
    i2c_stop();
    return ok;
}

void hal_i2c_free(void)
{
    /* A sensor that was cut off in the middle of a byte holds the data line until it has seen the rest of the clocks. */
    TWCR = 0;
    PORTC &= (uint8_t)~(_BV(SDA) | _BV(SCL));
    for (uint8_t clocks = 9; clocks > 0; clocks--) {
        DDRC |= _BV(SCL);
        _delay_us(3);
        DDRC &= (uint8_t)~_BV(SCL);
        _delay_us(3);
    }
    DDRC |= _BV(SDA);
    _delay_us(3);
    DDRC &= (uint8_t)~_BV(SDA);
    TWCR = _BV(TWEN);
}

void hal_store_read(uint16_t address, uint8_t *data, uint8_t length)
{
    eeprom_read_block(data, (const void *)address, length);
}

void hal_store_write(uint16_t address, const uint8_t *data, uint8_t length)
{
    while (length--) {
        eeprom_update_byte((uint8_t *)address++, *data++);
        wdt_reset();
    }
}

void hal_alive(void)
{
    wdt_reset();
}
