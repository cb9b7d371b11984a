/* The descriptors of the device on USB. */
#ifndef USB_DESCRIPTORS_H
#define USB_DESCRIPTORS_H

#include <stdint.h>

#define PACKET_BYTES 64
#define NOTICES 1
#define SERIAL_LINE 2
#define NOTICE_BYTES 8

struct descriptor {
    const uint8_t *bytes;
    uint16_t length;
};

/* Returns the one of this kind and number, as the host requests it; without bytes if there is none. */
struct descriptor find_descriptor(uint8_t kind, uint8_t index);

#endif
