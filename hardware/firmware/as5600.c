#include "as5600.h"

#include "hal.h"
#include "wheel_messages.h"

#define ADDRESS 0x36
#define CONF_HIGH 0x07
#define STATUS_AND_RAW 0x0B  /* status, then raw angle high and low */
#define AGC 0x1A
#define MAGNET_FOUND 0x20
#define TOO_WEAK 0x10
#define TOO_STRONG 0x08
/* The gain changes slowly, so it is read rarely. */
#define AGC_EVERY 25

static uint8_t until_agc;
static uint8_t magnet;

void as5600_start(void)
{
    /* Slow filter 2x, no fast filter, watchdog off: the least delay that still averages the noise of the coil. */
    hal_i2c_write(ADDRESS, CONF_HIGH, 0x03);
}

static uint8_t health(uint8_t status)
{
    if (!(status & MAGNET_FOUND))
        return STATUS_NO_MAGNET;
    if (status & TOO_WEAK)
        return STATUS_MAGNET_WEAK;
    return status & TOO_STRONG ? STATUS_MAGNET_STRONG : STATUS_RESTING;
}

struct angle_reading as5600_read(void)
{
    struct angle_reading reading = {0, magnet, STATUS_NO_SENSOR};
    uint8_t data[3];
    /* High and low byte come in one transaction: read apart they could belong to two angles. */
    if (!hal_i2c_read(ADDRESS, STATUS_AND_RAW, data, sizeof data)) {
        hal_i2c_free();
        return reading;
    }
    reading.raw = (uint16_t)((uint16_t)(data[1] & 0x0F) << 8) | data[2];
    reading.status = health(data[0]);
    if (until_agc-- == 0) {
        until_agc = AGC_EVERY - 1;
        uint8_t gain;
        if (hal_i2c_read(ADDRESS, AGC, &gain, 1))
            magnet = gain;
    }
    reading.magnet = magnet;
    return reading;
}
