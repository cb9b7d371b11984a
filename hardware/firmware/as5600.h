/* The magnetic angle sensor AS5600 on I2C.  Portable above hal.h. */
#ifndef AS5600_H
#define AS5600_H

#include <stdint.h>

struct angle_reading {
    uint16_t raw;       /* 0..4095 */
    uint8_t magnet;     /* gain the sensor needs, 0..255: in the middle is best */
    uint8_t status;     /* STATUS_RESTING when all is well, else why it is unreliable */
};

/* Sets the sensor's filters; its one-time memory is never written. */
void as5600_start(void);

/* One reading; with the bus stuck or no sensor its status is STATUS_NO_SENSOR. */
struct angle_reading as5600_read(void);

#endif
