/* The device's memory without power: the places of its stops, its serial number and the count of its starts. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct __attribute__((packed)) settings {
    uint8_t version;
    uint32_t serial;
    uint8_t zero_known;      /* the zero was set, not only assumed */
    uint16_t zero;
    int16_t offset[4];
};

/* False, with the defaults of a new device, if no copy fits its checksum. */
bool settings_load(struct settings *settings);
void settings_save(const struct settings *settings);

/* Another number after every start, never 0. */
uint16_t settings_next_boot(void);

#endif
