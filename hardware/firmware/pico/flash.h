/* The memory without power, and the number that identifies this chip: both in the flash. */
#ifndef FLASH_H
#define FLASH_H

#include <stdint.h>

/* Room for the addresses of hal_store_. */
#define STORE_BYTES 128
#define UNIQUE_BYTES 8

/* Finds the kept bytes; before interrupts are on. */
void flash_start(void);

void flash_store_read(uint16_t address, uint8_t *data, uint8_t length);
void flash_store_write(uint16_t address, const uint8_t *data, uint8_t length);

const uint8_t *flash_unique(void);

#endif
