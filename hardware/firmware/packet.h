/* Packets on the serial line: a zero, the COBS form of body and CRC-16/IBM-3740 (high byte first), and a zero.
 * Portable; it makes and takes the same bytes as firmware_bridge/protocol/packets.py. */
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stdint.h>

#define LONGEST_BODY 24
#define LONGEST_PACKET 64

typedef void (*put_byte)(uint8_t byte);

/* Sends a body of at most LONGEST_BODY bytes. */
void packet_send(const uint8_t *body, uint8_t length, put_byte put);

struct packet_reader {
    uint8_t buffer[LONGEST_PACKET];
    uint8_t length;
    bool noise;
    uint16_t damaged;        /* packets so far */
};

/* Takes one byte; returns the length of a whole body, which then lies in buffer, or 0. */
uint8_t packet_read(struct packet_reader *reader, uint8_t byte);

uint16_t crc16(const uint8_t *data, uint8_t length);

#endif
