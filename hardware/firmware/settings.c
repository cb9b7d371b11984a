#include "settings.h"

#include <string.h>

#include "hal.h"
#include "packet.h"

#define VERSION 2
/* Kept twice and written in turns: if the power goes in the middle of a write, the copy before it is still whole. */
#define COPIES 2
#define COPY_ROOM 32
#define AT_BOOT 64
/* Boots are counted in turns in so many places: none of them is written to death in a lifetime. */
#define BOOT_PLACES 8
/* The value of a blank place. */
#define NEVER 0xFFFF

/* The checksum covers the bytes before it; `turn` goes up by one with every write. */
struct __attribute__((packed)) kept {
    uint8_t turn;
    struct settings settings;
    uint16_t crc;
};

static uint8_t newest, turn;

static uint16_t checksum(const struct kept *kept)
{
    return crc16((const uint8_t *)kept, sizeof *kept - sizeof kept->crc);
}

bool settings_load(struct settings *settings)
{
    bool found = false;
    for (uint8_t copy = 0; copy < COPIES; copy++) {
        struct kept kept;
        hal_store_read((uint16_t)copy * COPY_ROOM, (uint8_t *)&kept, sizeof kept);
        if (kept.crc != checksum(&kept) || kept.settings.version != VERSION)
            continue;
        if (found && (int8_t)(kept.turn - turn) < 0)
            continue;
        found = true;
        newest = copy;
        turn = kept.turn;
        *settings = kept.settings;
    }
    if (!found) {
        memset(settings, 0, sizeof *settings);
        settings->version = VERSION;
    }
    return found;
}

void settings_save(const struct settings *settings)
{
    struct kept kept = {++turn, *settings, 0};
    kept.crc = checksum(&kept);
    newest ^= 1;
    hal_store_write((uint16_t)newest * COPY_ROOM, (const uint8_t *)&kept, sizeof kept);
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
