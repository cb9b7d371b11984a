#include "wheel_core.h"

#include <string.h>

/* The signed difference of two angles on the circle, -2048..2047. */
static int16_t apart(uint16_t to, uint16_t from)
{
    return (int16_t)(((uint16_t)(to - from + FULL_CIRCLE / 2) & (FULL_CIRCLE - 1)) - FULL_CIRCLE / 2);
}

static int32_t magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

static int32_t stop_angle(const struct wheel *wheel, int32_t stop)
{
    return stop * QUARTER + wheel->offset[(uint32_t)stop & 3];
}

/* The stop nearest to the angle, by its ideal place. */
static int32_t nearest_stop(int32_t angle)
{
    int32_t shifted = angle + QUARTER / 2;
    return shifted >= 0 ? shifted / QUARTER : -((QUARTER - 1 - shifted) / QUARTER);
}

void wheel_start(struct wheel *wheel, uint16_t zero, const int16_t offset[4])
{
    memset(wheel, 0, sizeof *wheel);
    wheel->zero = zero;
    memcpy(wheel->offset, offset, sizeof wheel->offset);
}

/* The middle one of the last three samples, so that a wild one never counts; false until there are three. */
static bool median(struct wheel *wheel, uint16_t raw, uint16_t *middle)
{
    wheel->recent[0] = wheel->recent[1];
    wheel->recent[1] = wheel->recent[2];
    wheel->recent[2] = (uint16_t)(raw - wheel->zero) & (FULL_CIRCLE - 1);
    if (wheel->samples < 3 && ++wheel->samples < 3)
        return false;
    int16_t second = apart(wheel->recent[1], wheel->recent[0]);
    int16_t third = apart(wheel->recent[2], wheel->recent[0]);
    int16_t chosen;
    if (second < third)
        chosen = second > 0 ? second : (third < 0 ? third : 0);
    else
        chosen = third > 0 ? third : (second < 0 ? second : 0);
    *middle = (uint16_t)(wheel->recent[0] + chosen) & (FULL_CIRCLE - 1);
    return true;
}

/* Takes the step to the new angle; false for one that is too far to be believed yet. */
static bool unwrap(struct wheel *wheel, uint16_t angle, uint32_t now_ms)
{
    int16_t step = apart(angle, wheel_angle(wheel));
    if (!wheel->started) {
        wheel->started = true;
        wheel->jumps = 0;
        wheel->angle += step;
        wheel->net = nearest_stop(wheel->angle);
        wheel->rest_angle = wheel->angle;
        wheel->rest_ms = now_ms;
        /* Which stop a wheel that is found between two of them came from, nobody has seen. */
        wheel->lost = magnitude(wheel->angle - stop_angle(wheel, wheel->net)) > HOME_COUNTS;
        return true;
    }
    if (magnitude(step) > JUMP_COUNTS) {
        if (++wheel->jumps < JUMPS_ARE_REAL)
            return false;
        wheel->lost = true;
    }
    wheel->jumps = 0;
    wheel->angle += step;
    return true;
}

static enum wheel_event at_home(struct wheel *wheel)
{
    int32_t off = magnitude(wheel->angle - stop_angle(wheel, wheel->net));
    if (off < LEAVE_COUNTS && !wheel->lost)
        return EVENT_NONE;
    wheel->away = true;
    wheel->peak = off;
    wheel->stuck_told = false;
    return EVENT_MOVE;
}

static enum wheel_event arrive(struct wheel *wheel, int32_t stop)
{
    bool lost = wheel->lost;
    wheel->quarters = stop - wheel->net;
    wheel->net = stop;
    wheel->away = false;
    wheel->lost = false;
    if (lost)
        return EVENT_RESYNC;
    return wheel->quarters == 0 ? EVENT_RETURN : EVENT_TURN;
}

static enum wheel_event on_the_way(struct wheel *wheel, uint32_t now_ms)
{
    int32_t stop = nearest_stop(wheel->angle);
    uint32_t rested_ms = now_ms - wheel->rest_ms;
    if (magnitude(wheel->angle - stop_angle(wheel, stop)) <= HOME_COUNTS && rested_ms >= DWELL_MS)
        return arrive(wheel, stop);
    if (rested_ms >= STUCK_MS && !wheel->stuck_told) {
        wheel->stuck_told = true;
        return EVENT_STUCK;
    }
    return EVENT_NONE;
}

/* A rest begins wherever the wheel is.  Just short of the next beginning it may stop dead, and the noise would begin the
 * rest anew at any time; so once it has lasted a little, it is measured from the middle. */
static void watch_rest(struct wheel *wheel, uint32_t now_ms)
{
    if (magnitude(wheel->angle - wheel->rest_angle) >= DWELL_COUNTS) {
        wheel->rest_angle = wheel->angle;
        wheel->rest_ms = now_ms;
        wheel->settled = false;
    } else if (!wheel->settled && now_ms - wheel->rest_ms >= SETTLE_MS) {
        wheel->rest_angle = wheel->angle;
        wheel->settled = true;
    }
}

enum wheel_event wheel_sample(struct wheel *wheel, uint16_t raw, uint32_t now_ms)
{
    uint16_t angle;
    if (!median(wheel, raw, &angle) || !unwrap(wheel, angle, now_ms))
        return EVENT_NONE;
    watch_rest(wheel, now_ms);
    if (!wheel->away)
        return at_home(wheel);
    int32_t off = magnitude(wheel->angle - stop_angle(wheel, wheel->net));
    if (off > wheel->peak)
        wheel->peak = off;
    return on_the_way(wheel, now_ms);
}

void wheel_gap(struct wheel *wheel)
{
    wheel->samples = 0;
    wheel->jumps = JUMPS_ARE_REAL - 1;
    if (wheel->away)
        wheel->lost = true;
}

uint32_t wheel_rested(const struct wheel *wheel, uint32_t now_ms)
{
    return now_ms - wheel->rest_ms;
}

uint16_t wheel_angle(const struct wheel *wheel)
{
    return (uint16_t)wheel->angle & (FULL_CIRCLE - 1);
}
