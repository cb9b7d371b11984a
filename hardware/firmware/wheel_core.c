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

static void begin(struct span *span, int32_t angle, uint32_t now_ms)
{
    span->low = span->high = angle;
    span->since_ms = now_ms;
}

static void extend(struct span *span, int32_t angle)
{
    if (angle < span->low)
        span->low = angle;
    if (angle > span->high)
        span->high = angle;
}

static int32_t width(const struct span *span)
{
    return span->high - span->low;
}

/* How long the wheel took for its last 4 degrees.  One measure may be too short by a third, by the noise and the
 * samples' clock: the one before counts too, up to twice the new one, so that a quick start is not held back. */
static uint16_t measured_pace_ms(const struct wheel *wheel)
{
    uint32_t half_ms = wheel->half.since_ms - wheel->rest.since_ms;
    uint16_t pace = half_ms > LONGEST_DWELL_MS / 2 ? LONGEST_DWELL_MS : (uint16_t)half_ms * 2;
    if (!wheel->halved)
        pace = 0; /* it came so far in one sample */
    if (pace >= wheel->pace_ms)
        return pace;
    uint16_t twice = pace * 2;
    return wheel->pace_ms < twice ? wheel->pace_ms : twice;
}

/* Follows where the wheel was for its last 4 degrees.  When it has left them, the newer half of them is kept: so it never
 * depends on the noise where a rest begins. */
static void watch_rest(struct wheel *wheel, uint32_t now_ms)
{
    extend(&wheel->rest, wheel->angle);
    extend(&wheel->half, wheel->angle);
    if (width(&wheel->rest) >= DWELL_COUNTS) {
        wheel->pace_ms = measured_pace_ms(wheel);
        if (wheel->halved && width(&wheel->half) < DWELL_COUNTS)
            wheel->rest = wheel->half;
        else
            begin(&wheel->rest, wheel->angle, now_ms);
        wheel->halved = false;
    }
    if (!wheel->halved && width(&wheel->rest) >= DWELL_COUNTS / 2) {
        begin(&wheel->half, wheel->angle, now_ms);
        wheel->halved = true;
    }
}

static uint32_t dwell_ms(const struct wheel *wheel)
{
    uint32_t dwell = (uint32_t)wheel->pace_ms * DWELL_HALF_PACES / 2;
    return dwell < DWELL_MS ? DWELL_MS : dwell > LONGEST_DWELL_MS ? LONGEST_DWELL_MS : dwell;
}

bool wheel_rests(const struct wheel *wheel, uint32_t now_ms, uint32_t least_ms)
{
    uint32_t rested_ms = now_ms - wheel->rest.since_ms;
    return rested_ms >= least_ms && rested_ms >= dwell_ms(wheel);
}

static void find(struct wheel *wheel, int16_t step, uint32_t now_ms)
{
    wheel->started = true;
    wheel->angle += step;
    wheel->net = nearest_stop(wheel->angle);
    begin(&wheel->rest, wheel->angle, now_ms);
    /* The last stop of a wheel that is found between two of them is unknown. */
    wheel->lost = magnitude(wheel->angle - stop_angle(wheel, wheel->net)) > HOME_COUNTS;
}

/* Whether a sample that is too far is where the wheel really is: after a gap, or when enough of them agree. */
static bool is_elsewhere(struct wheel *wheel, uint16_t angle)
{
    if (wheel->gap)
        return true;
    bool agrees = wheel->agreeing > 0 && magnitude(apart(angle, wheel->far)) <= JUMP_COUNTS;
    wheel->agreeing = agrees ? wheel->agreeing + 1 : 1;
    wheel->far = angle;
    wheel->wild++;
    if (wheel->jumps < JUMPS_ARE_REAL)
        wheel->jumps++;
    return wheel->agreeing >= JUMPS_AGREE;
}

/* Takes the step to the new angle; false for one that is too far to be believed yet. */
static bool unwrap(struct wheel *wheel, uint16_t angle, uint32_t now_ms)
{
    int16_t step = apart(angle, wheel_angle(wheel));
    if (!wheel->started) {
        find(wheel, step, now_ms);
    } else if (magnitude(step) > JUMP_COUNTS) {
        if (!is_elsewhere(wheel, angle))
            return false;
        wheel->lost = true;
        wheel->angle += step;
    } else {
        /* Back where it rested, they were wild; else it may have turned further than the samples show. */
        bool stayed = !wheel->away && magnitude(step) < DWELL_COUNTS;
        if (stayed || wheel_rests(wheel, now_ms, 0))
            wheel->jumps = 0;
        else if (wheel->jumps >= JUMPS_ARE_REAL)
            wheel->lost = true;
        wheel->angle += step;
    }
    wheel->agreeing = 0;
    wheel->gap = false;
    return true;
}

static enum wheel_event at_home(struct wheel *wheel)
{
    int32_t off = magnitude(wheel->angle - stop_angle(wheel, wheel->net));
    if (off < LEAVE_COUNTS && !wheel->lost)
        return EVENT_NONE;
    wheel->away = true;
    wheel->peak = off;
    wheel->stuck_reported = false;
    return EVENT_MOVE;
}

static enum wheel_event arrive(struct wheel *wheel, int32_t stop)
{
    bool lost = wheel->lost;
    wheel->quarters = stop - wheel->net;
    wheel->net = stop;
    wheel->away = false;
    wheel->lost = false;
    wheel->jumps = 0;
    if (lost)
        return EVENT_RESYNC;
    return wheel->quarters == 0 ? EVENT_RETURN : EVENT_TURN;
}

static enum wheel_event on_the_way(struct wheel *wheel, uint32_t now_ms)
{
    int32_t stop = nearest_stop(wheel->angle);
    if (magnitude(wheel->angle - stop_angle(wheel, stop)) <= HOME_COUNTS)
        return wheel_rests(wheel, now_ms, DWELL_MS) ? arrive(wheel, stop) : EVENT_NONE;
    if (wheel_rests(wheel, now_ms, STUCK_MS) && !wheel->stuck_reported) {
        wheel->stuck_reported = true;
        return EVENT_STUCK;
    }
    return EVENT_NONE;
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
    wheel->gap = true;
    if (wheel->away)
        wheel->lost = true;
}

uint16_t wheel_angle(const struct wheel *wheel)
{
    return (uint16_t)wheel->angle & (FULL_CIRCLE - 1);
}
