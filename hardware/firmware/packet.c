#include "packet.h"

uint16_t crc16(const uint8_t *data, uint8_t length)
{
    uint16_t crc = 0xFFFF;
    while (length--) {
        crc ^= (uint16_t)*data++ << 8;
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
    }
    return crc;
}

void packet_send(const uint8_t *body, uint8_t length, put_byte put)
{
    uint8_t checked[LONGEST_BODY + 2];
    uint16_t crc = crc16(body, length);
    for (uint8_t at = 0; at < length; at++)
        checked[at] = body[at];
    checked[length] = (uint8_t)(crc >> 8);
    checked[length + 1] = (uint8_t)crc;
    put(0);
    /* No body is as long as 254 bytes, so every run ends at a zero or at the end. */
    for (uint8_t at = 0; at <= length + 2; at++) {
        uint8_t end = at;
        while (end < length + 2 && checked[end] != 0)
            end++;
        put((uint8_t)(end - at + 1));
        while (at < end)
            put(checked[at++]);
    }
    put(0);
}

/* Takes the stuffing out in place; returns the length, 0 for bytes that no sender makes. */
static uint8_t unstuff(uint8_t *data, uint8_t length)
{
    uint8_t from = 0, to = 0;
    while (from < length) {
        uint8_t run = data[from++];
        if (run == 0 || run - 1 > length - from)
            return 0;
        for (uint8_t left = run - 1; left > 0; left--)
            data[to++] = data[from++];
        if (from < length)
            data[to++] = 0;
    }
    return to;
}

uint8_t packet_read(struct packet_reader *reader, uint8_t byte)
{
    if (byte != 0) {
        if (reader->length < LONGEST_PACKET)
            reader->buffer[reader->length++] = byte;
        else
            reader->noise = true;
        return 0;
    }
    bool empty = reader->length == 0;
    uint8_t length = reader->noise ? 0 : unstuff(reader->buffer, reader->length);
    reader->length = 0;
    reader->noise = false;
    if (length >= 3 && crc16(reader->buffer, length) == 0)
        return length - 2;
    if (!empty)
        reader->damaged++;
    return 0;
}
