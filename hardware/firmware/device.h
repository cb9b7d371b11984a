/* The device's logic: samples and bytes from the host in, packets out.  Portable above hal.h. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdint.h>

#include "as5600.h"

void device_start(void);

/* One sample of the sensor, SAMPLE_MS after the last one. */
void device_sample(struct angle_reading reading, uint32_t now_ms);

/* One byte from the host. */
void device_hear(uint8_t byte);

#endif
