/* The quarter-turn detector: 12-bit angle samples in, events out.  Portable C without hardware or floating point; the
 * same file runs on the device and, built as a library, in the tests beside its Python twin (firmware_bridge/detector.py).
 *
 * Law: a turn is reported only when the wheel rests on another stop, and with a direction only when the way was seen. */
#ifndef WHEEL_CORE_H
#define WHEEL_CORE_H

#include <stdbool.h>
#include <stdint.h>

#define FULL_CIRCLE 4096
#define QUARTER 1024

/* All angles are counts of 4096 a circle. */
#define HOME_COUNTS 137      /* 12 degrees: so near a stop the wheel may rest on it */
#define LEAVE_COUNTS 228     /* 20 degrees: beyond it the wheel has left its stop */
#define DWELL_COUNTS 46      /* 4 degrees: a resting wheel moves by less */
#define JUMP_COUNTS 512      /* 45 degrees: further no wheel turns from one sample to the next */
#define JUMPS_ARE_REAL 2     /* so many such samples on one way: a part of it was not seen */
#define JUMPS_AGREE 10       /* so many in a row that agree with each other: the wheel is elsewhere, the way was lost */
/* How long a rest must last: two and a half times what the last 4 degrees took, so that a slow hand is no rest, nor one
 * that turns round within them, which takes twice as long. */
#define DWELL_HALF_PACES 5
#define DWELL_MS 40
#define LONGEST_DWELL_MS 2000
#define STUCK_MS 1500

enum wheel_event { EVENT_NONE, EVENT_MOVE, EVENT_TURN, EVENT_RETURN, EVENT_STUCK, EVENT_RESYNC };

/* Where the wheel has been since a moment. */
struct span {
    int32_t low, high;
    uint32_t since_ms;
};

struct wheel {
    uint16_t zero;           /* raw angle of stop 0 */
    int16_t offset[4];       /* how far each stop lies off its ideal place, as calibrated */
    uint16_t recent[3];      /* the last samples less zero, the newest last */
    uint16_t far;            /* the newest sample that was too far to be believed */
    uint16_t wild;           /* how many were, in all */
    uint16_t pace_ms;        /* how long the last 4 degrees took */
    uint8_t samples;         /* how many of the recent ones count, up to 3 */
    uint8_t jumps;           /* too far ones on this way */
    uint8_t agreeing;        /* too far ones in a row that agree */
    bool started;
    bool gap;                /* the sensor was not heard before this sample */
    bool lost;               /* the way to the next stop is not known */
    bool away;               /* off its stop */
    bool stuck_reported;
    bool halved;
    int32_t angle;           /* unwrapped */
    struct span rest;        /* the last 4 degrees at most */
    struct span half;        /* the newer half of them, once it has begun */
    int32_t peak;            /* the furthest it has been from its stop since it left */
    int32_t net;             /* clockwise quarter turns; modulo 4 the stop on which it stands */
    int32_t quarters;        /* of the last event */
};

void wheel_start(struct wheel *wheel, uint16_t zero, const int16_t offset[4]);

/* One raw angle (0..4095, clockwise) at a time; at most one event comes of it. */
enum wheel_event wheel_sample(struct wheel *wheel, uint16_t raw, uint32_t now_ms);

/* The sensor was not heard for a while: the way meanwhile is lost unless the wheel still stands where it stood. */
void wheel_gap(struct wheel *wheel);

/* Whether the wheel rests, wherever it is, and has done so for so many milliseconds at least. */
bool wheel_rests(const struct wheel *wheel, uint32_t now_ms, uint32_t least_ms);

/* 0..4095 from stop 0. */
uint16_t wheel_angle(const struct wheel *wheel);

#endif
