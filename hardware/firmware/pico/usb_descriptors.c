#include "usb_descriptors.h"

#include "flash.h"

#define DEVICE 1
#define CONFIGURATION 2
#define STRING 3
#define INTERFACE 4
#define ENDPOINT 5
#define INTERFACES_TOGETHER 11
#define CDC_PART 0x24
#define IN 0x80
#define BULK 2
#define INTERRUPT 3
#define LOW(value) ((value) & 0xff)
#define HIGH(value) ((value) >> 8)
/* Raspberry Pi's own number for a serial port of an RP2040; firmware_bridge/discovery.py knows it. */
#define VENDOR 0x2e8a
#define PRODUCT 0x000a
#define RELEASE 0x0101
#define CONFIGURATION_BYTES 75
#define LONGEST_STRING 16

enum { LANGUAGES, MAKER, NAME, SERIAL };

static const uint8_t device[] = {
    18, DEVICE, 0x00, 0x02, 0xef, 2, 1, PACKET_BYTES, LOW(VENDOR), HIGH(VENDOR), LOW(PRODUCT), HIGH(PRODUCT),
    LOW(RELEASE), HIGH(RELEASE), MAKER, NAME, SERIAL, 1
};

static const uint8_t configuration[CONFIGURATION_BYTES] = {
    /* one configuration with two interfaces, at most 100 mA from the bus */
    9, CONFIGURATION, CONFIGURATION_BYTES, 0, 2, 1, 0, 0x80, 50,
    8, INTERFACES_TOGETHER, 0, 2, 2, 2, 0, 0,
    /* control: a modem after the abstract control model, whose notices never come */
    9, INTERFACE, 0, 0, 1, 2, 2, 0, 0,
    5, CDC_PART, 0, 0x10, 0x01,
    5, CDC_PART, 1, 0, 1,
    4, CDC_PART, 2, 2,
    5, CDC_PART, 6, 0, 1,
    7, ENDPOINT, IN | NOTICES, INTERRUPT, NOTICE_BYTES, 0, 16,
    /* data */
    9, INTERFACE, 1, 0, 2, 10, 0, 0, 0,
    7, ENDPOINT, SERIAL_LINE, BULK, PACKET_BYTES, 0, 0,
    7, ENDPOINT, IN | SERIAL_LINE, BULK, PACKET_BYTES, 0, 0,
};

static const uint8_t languages[] = {4, STRING, 0x09, 0x04};

static uint8_t text[2 + 2 * LONGEST_STRING];

static struct descriptor spelled(const char *letters, uint8_t length)
{
    text[0] = (uint8_t)(2 + 2 * length);
    text[1] = STRING;
    for (uint8_t at = 0; at < length; at++) {
        text[2 + 2 * at] = (uint8_t)letters[at];
        text[3 + 2 * at] = 0;
    }
    return (struct descriptor){text, text[0]};
}

static struct descriptor serial_number(void)
{
    static const char digits[] = "0123456789ABCDEF";
    char letters[2 * UNIQUE_BYTES];
    for (uint8_t at = 0; at < UNIQUE_BYTES; at++) {
        letters[2 * at] = digits[flash_unique()[at] >> 4];
        letters[2 * at + 1] = digits[flash_unique()[at] & 15];
    }
    return spelled(letters, sizeof letters);
}

struct descriptor find_descriptor(uint8_t kind, uint8_t index)
{
    if (kind == DEVICE)
        return (struct descriptor){device, sizeof device};
    if (kind == CONFIGURATION && index == 0)
        return (struct descriptor){configuration, sizeof configuration};
    if (kind == STRING && index == LANGUAGES)
        return (struct descriptor){languages, sizeof languages};
    if (kind == STRING && index == MAKER)
        return spelled("Pawtrack", 8);
    if (kind == STRING && index == NAME)
        return spelled("Spin wheel", 10);
    if (kind == STRING && index == SERIAL)
        return serial_number();
    return (struct descriptor){0, 0};
}
