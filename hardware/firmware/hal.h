/* The board's functions for the device.  hal_avr.c is for ATmega328P; a port to another chip is another such file. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

#define SAMPLE_MS 2

void hal_start(void);

/* Sleeps until the next sample is due; returns the time in milliseconds since the start. */
uint32_t hal_wait_tick(void);

/* Serial line: put drops bytes when the host does not read; get returns -1 when nothing came. */
void hal_put(uint8_t byte);
int16_t hal_get(void);
/* The number of dropped bytes. */
uint16_t hal_unsent(void);

/* Why the chip began anew: RESET_ bits, 0 if unknown. */
uint8_t hal_reset_cause(void);

/* Reads registers of the sensor in one transaction; false if it did not answer in time. */
bool hal_i2c_read(uint8_t device, uint8_t reg, uint8_t *data, uint8_t length);
bool hal_i2c_write(uint8_t device, uint8_t reg, uint8_t value);
/* Frees a bus that a half transaction holds. */
void hal_i2c_free(void);

void hal_store_read(uint16_t address, uint8_t *data, uint8_t length);
void hal_store_write(uint16_t address, const uint8_t *data, uint8_t length);

void hal_alive(void);

#endif
