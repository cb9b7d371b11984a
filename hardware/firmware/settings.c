#include "settings.h"

#include <string.h>

#include "hal.h"
#include "packet.h"

#define VERSION 1
#define AT_SETTINGS 0
#define AT_BOOT 64
/* Boots are counted in turns in so many places: none of them is written to death in a lifetime. */
#define BOOT_PLACES 8
/* What a blank place holds. */
#define NEVER 0xFFFF

struct __attribute__((packed)) kept {
    struct settings settings;
    uint16_t crc;
};

bool settings_load(struct settings *settings)
{
    struct kept kept;
    hal_store_read(AT_SETTINGS, (uint8_t *)&kept, sizeof kept);
    *settings = kept.settings;
    if (kept.crc == crc16((const uint8_t *)&kept.settings, sizeof kept.settings) && settings->version == VERSION)
        return true;
    memset(settings, 0, sizeof *settings);
    settings->version = VERSION;
    return false;
}

void settings_save(const struct settings *settings)
{
    struct kept kept;
    kept.settings = *settings;
    kept.crc = crc16((const uint8_t *)settings, sizeof *settings);
    hal_store_write(AT_SETTINGS, (const uint8_t *)&kept, sizeof kept);
}

uint16_t settings_next_boot(void)
{
    uint16_t places[BOOT_PLACES], last = 0;
    hal_store_read(AT_BOOT, (uint8_t *)places, sizeof places);
    for (uint8_t at = 0; at < BOOT_PLACES; at++)
        if (places[at] != NEVER && places[at] > last)
            last = places[at];
    if (last == NEVER - 1) {
        memset(places, 0xFF, sizeof places);
        hal_store_write(AT_BOOT, (const uint8_t *)places, sizeof places);
        last = 0;
    }
    last++;
    hal_store_write(AT_BOOT + last % BOOT_PLACES * sizeof last, (const uint8_t *)&last, sizeof last);
    return last;
}
