/* The wheel's messages.  Made from messages.toml by `python -m firmware_bridge generate`; do not edit. */
#ifndef WHEEL_MESSAGES_H
#define WHEEL_MESSAGES_H

#include <stdint.h>

#define WHEEL_PROTOCOL 1
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 1
#define WHEEL_NAME "pawtrack-wheel"
#define WHEEL_MAGIC 0x57574150UL

/* The values of status of State and code of Fault; State adds a weak or strong magnet to the wheel's own. */
#define STATUS_RESTING 0
#define STATUS_MOVING 1
#define STATUS_STUCK 2
#define STATUS_NO_SENSOR 16
#define STATUS_NO_MAGNET 17
#define STATUS_LOOSE_WIRE 18
#define STATUS_MAGNET_WEAK 32
#define STATUS_MAGNET_STRONG 64
#define STATUS_NO_ZERO 128

/* The result of a command. */
#define ACK_DONE 0
#define ACK_MOVING 1
#define ACK_NO_SENSOR 2
#define ACK_TOO_WIDE 3
#define ACK_OUT_OF_TURN 4

/* The reasons of a restart. */
#define RESET_POWER_ON 1
#define RESET_EXTERNAL 2
#define RESET_BROWN_OUT 4
#define RESET_WATCHDOG 8

/* The device's identity; sent at start, on request, and after every restart. */
#define MSG_HELLO 0x01
struct __attribute__((packed)) msg_hello { uint32_t magic; uint8_t protocol; uint16_t boot; uint32_t serial; };

/* The position of the wheel, 20 times a second. `resyncs` counts Resync messages; `magnet` is the sensor's gain. */
#define MSG_STATE 0x02
struct __attribute__((packed)) msg_state { uint16_t boot; uint16_t event; int16_t net; uint8_t resyncs; uint16_t angle; uint8_t status; uint8_t magnet; };

/* The wheel has left its stop. */
#define MSG_MOVE 0x03
struct __attribute__((packed)) msg_move { uint16_t boot; uint16_t event; };

/* The wheel rests on another stop: `quarters` clockwise ones from the last, `net` in all. */
#define MSG_TURN 0x04
struct __attribute__((packed)) msg_turn { uint16_t boot; uint16_t event; int8_t quarters; int16_t net; };

/* The wheel rests where it was; `peak` is how far it had gone, at most 65535. */
#define MSG_RETURN 0x05
struct __attribute__((packed)) msg_return { uint16_t boot; uint16_t event; int16_t net; uint16_t peak; };

/* The wheel stands between two stops. */
#define MSG_STUCK 0x06
struct __attribute__((packed)) msg_stuck { uint16_t boot; uint16_t event; uint16_t angle; };

/* The wheel rests on a stop, but its way there was not seen; `net` is right only modulo 4. */
#define MSG_RESYNC 0x07
struct __attribute__((packed)) msg_resync { uint16_t boot; uint16_t event; int16_t net; uint8_t resyncs; };

/* The sensor is unreliable; `code` as in the status of State. */
#define MSG_FAULT 0x08
struct __attribute__((packed)) msg_fault { uint16_t boot; uint8_t code; };

/* Answer to Ping, with its number. */
#define MSG_PONG 0x09
struct __attribute__((packed)) msg_pong { uint16_t number; };

/* The result of the command with this number; `code` as in the list of acks. */
#define MSG_ACK 0x0a
struct __attribute__((packed)) msg_ack { uint8_t command; uint8_t code; };

/* Answer to Calibrate: the stop's raw angle; after the last one how far the stops lie off their places. */
#define MSG_CALIBRATION 0x0b
struct __attribute__((packed)) msg_calibration { uint8_t stop; uint16_t raw; uint16_t spread; uint8_t code; };

/* Behind each Hello, since firmware 1.1: the version of the firmware, and why it began anew (bits). */
#define MSG_ABOUT 0x0c
struct __attribute__((packed)) msg_about { uint16_t boot; uint8_t major; uint8_t minor; uint8_t reset; };

/* Twice a second, since firmware 1.1: per cent of bad samples in that half second; counts since the start. */
#define MSG_ERRORS 0x0d
struct __attribute__((packed)) msg_errors { uint16_t boot; uint8_t bad; uint16_t no_answer; uint16_t magnet; uint16_t wild; uint16_t damaged; uint16_t unsent; };

/* Requests a Hello. */
#define MSG_ASKHELLO 0x40

/* Requests a Pong. */
#define MSG_PING 0x41
struct __attribute__((packed)) msg_ping { uint16_t number; };

/* The wheel rests on stop 0; the device keeps this for ever. */
#define MSG_ZERO 0x42

/* The wheel rests on this stop; sent for 0, 1, 2 and 3 in turn, clockwise. The last one decides. */
#define MSG_CALIBRATE 0x43
struct __attribute__((packed)) msg_calibrate { uint8_t stop; };

#endif
