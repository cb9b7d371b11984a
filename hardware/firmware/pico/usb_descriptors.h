/* What the device says of itself on USB. */
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

/* One by its kind and number as the host asks for it; without bytes where there is none. */
struct descriptor find_descriptor(uint8_t kind, uint8_t index);

#endif
