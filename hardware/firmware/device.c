#include "device.h"

#include <string.h>

#include "hal.h"
#include "packet.h"
#include "sensor_watch.h"
#include "settings.h"
#include "wheel_core.h"
#include "wheel_messages.h"

#define STATE_EVERY_MS 50
/* The counts of errors go with one State in so many. */
#define ERRORS_EVERY 10
/* So few lost samples in a row cost nothing: at 4000 degrees a second the wheel turns by 40 degrees meanwhile. */
#define SHORT_GAP 4
/* Before a stop is kept for ever the wheel must have rested for so long. */
#define STILL_MS 300
/* The four stops may lie so far off their ideal places (10 degrees); more is a badly glued magnet. */
#define MOST_SPREAD 114
#define STOPS 4
/* So many first angles make the serial number of a new device. */
#define DICE_ROLLS 32

static struct settings settings;
static struct wheel wheel;
static struct packet_reader line;
static uint16_t boot, event;
static struct sensor_watch watch;
static uint8_t resyncs, magnet, until_errors;
static uint16_t stops_seen[STOPS];
static uint8_t stops_known, missed;
static uint32_t time_ms, state_ms;
static uint8_t dice_left;
static uint32_t dice;

static uint16_t hundredths(uint16_t counts)
{
    return (uint16_t)((uint32_t)counts * 36000 / FULL_CIRCLE);
}

static void send(uint8_t id, const void *fields, uint8_t length)
{
    uint8_t body[LONGEST_BODY];
    body[0] = id;
    memcpy(body + 1, fields, length);
    packet_send(body, length + 1, hal_put);
}

static void send_hello(void)
{
    struct msg_hello hello = {WHEEL_MAGIC, WHEEL_PROTOCOL, boot, settings.serial};
    struct msg_about about = {boot, FIRMWARE_MAJOR, FIRMWARE_MINOR, hal_reset_cause()};
    send(MSG_HELLO, &hello, sizeof hello);
    send(MSG_ABOUT, &about, sizeof about);
}

static uint8_t status(void)
{
    uint8_t remarks = watch.fault | (settings.zero_known ? 0 : STATUS_NO_ZERO);
    if (is_blind(watch.fault) || !wheel.away)
        return remarks | STATUS_RESTING;
    return remarks | (wheel.stuck_reported ? STATUS_STUCK : STATUS_MOVING);
}

static void send_state(void)
{
    struct msg_state state = {boot, event, (int16_t)wheel.net, resyncs, hundredths(wheel_angle(&wheel)), status(), magnet};
    send(MSG_STATE, &state, sizeof state);
}

static void send_errors(void)
{
    struct msg_errors errors = {
        boot, watch_share(&watch), watch.no_answer, watch.magnet, wheel.wild, line.damaged, hal_unsent()
    };
    send(MSG_ERRORS, &errors, sizeof errors);
}

static void send_ack(uint8_t command, uint8_t code)
{
    struct msg_ack ack = {command, code};
    send(MSG_ACK, &ack, sizeof ack);
}

static void start_wheel(void)
{
    /* The list of stops is copied: of a packed structure nobody may take the address of a member. */
    int16_t offset[STOPS];
    memcpy(offset, settings.offset, sizeof offset);
    wheel_start(&wheel, settings.zero, offset);
}

void device_start(void)
{
    if (!settings_load(&settings))
        dice_left = DICE_ROLLS;
    boot = settings_next_boot();
    start_wheel();
    as5600_start();
    send_hello();
}

/* A new device makes itself a serial number from the noise of its sensor, once. */
static void roll_dice(uint16_t raw)
{
    dice = (dice << 5) ^ (dice >> 27) ^ raw ^ ((uint32_t)boot << 16);
    if (--dice_left == 0) {
        settings.serial = dice ? dice : 1;
        settings_save(&settings);
        send_hello();
    }
}

static void tell(enum wheel_event what)
{
    if (what == EVENT_NONE)
        return;
    event++;
    if (what == EVENT_MOVE) {
        struct msg_move move = {boot, event};
        send(MSG_MOVE, &move, sizeof move);
    } else if (what == EVENT_TURN) {
        int32_t quarters = wheel.quarters > 127 ? 127 : wheel.quarters < -128 ? -128 : wheel.quarters;
        struct msg_turn turn = {boot, event, (int8_t)quarters, (int16_t)wheel.net};
        send(MSG_TURN, &turn, sizeof turn);
    } else if (what == EVENT_RETURN) {
        uint32_t peak = (uint32_t)wheel.peak * 36000 / FULL_CIRCLE;
        struct msg_return back = {boot, event, (int16_t)wheel.net, peak > 0xFFFF ? 0xFFFF : (uint16_t)peak};
        send(MSG_RETURN, &back, sizeof back);
    } else if (what == EVENT_STUCK) {
        struct msg_stuck stuck = {boot, event, hundredths(wheel_angle(&wheel))};
        send(MSG_STUCK, &stuck, sizeof stuck);
    } else {
        struct msg_resync resync = {boot, event, (int16_t)wheel.net, ++resyncs};
        send(MSG_RESYNC, &resync, sizeof resync);
    }
}

static void follow(uint16_t raw)
{
    if (missed > SHORT_GAP) {
        wheel_gap(&wheel);
        /* It may have been without power. */
        as5600_start();
    }
    missed = 0;
    if (dice_left)
        roll_dice(raw);
    tell(wheel_sample(&wheel, raw, time_ms));
}

void device_sample(struct angle_reading reading, uint32_t now_ms)
{
    time_ms = now_ms;
    magnet = reading.magnet;
    if (watch_sample(&watch, reading.status)) {
        struct msg_fault fault = {boot, watch.fault};
        send(MSG_FAULT, &fault, sizeof fault);
    }
    if (!is_blind(reading.status))
        follow(reading.raw);
    else if (missed <= SHORT_GAP)
        missed++;
    if (now_ms - state_ms >= STATE_EVERY_MS) {
        state_ms = now_ms;
        send_state();
        if (++until_errors == ERRORS_EVERY) {
            until_errors = 0;
            send_errors();
        }
    }
}

/* The raw angle at which the wheel rests, without a wild sample. */
static uint16_t rest_raw(void)
{
    return (uint16_t)(wheel_angle(&wheel) + settings.zero) & (FULL_CIRCLE - 1);
}

/* The angle of a new board's magnet is unknown; so it need not be on a stop, but has to rest. */
static uint8_t obstacle(void)
{
    if (is_blind(watch.fault) || missed > 0 || !wheel.started)
        return ACK_NO_SENSOR;
    return wheel_rests(&wheel, time_ms, STILL_MS) ? ACK_DONE : ACK_MOVING;
}

static void keep_zero(uint16_t raw)
{
    settings.zero = raw;
    settings.zero_known = true;
    settings_save(&settings);
    /* `net` begins anew, which happens only under a boot number of its own. */
    boot = settings_next_boot();
    start_wheel();
    send_hello();
}

static void zero(void)
{
    uint8_t code = obstacle();
    if (code == ACK_DONE) {
        memset(settings.offset, 0, sizeof settings.offset);
        keep_zero(rest_raw());
    }
    send_ack(MSG_ZERO, code);
}

/* The distance of the shown stops from their ideal places, and between the widest two of them. */
static uint16_t spread_of(int16_t offset[STOPS])
{
    int16_t least = 0, most = 0;
    for (uint8_t stop = 0; stop < STOPS; stop++) {
        uint16_t place = (uint16_t)(stops_seen[stop] - stops_seen[0] - stop * QUARTER + FULL_CIRCLE / 2);
        offset[stop] = (int16_t)(place & (FULL_CIRCLE - 1)) - FULL_CIRCLE / 2;
        if (offset[stop] < least)
            least = offset[stop];
        if (offset[stop] > most)
            most = offset[stop];
    }
    return (uint16_t)(most - least);
}

/* The person turns the wheel to stops 0, 1, 2 and 3 in turn and confirms each, again if it went wrong; the last
 * one decides. */
static void calibrate(uint8_t stop)
{
    struct msg_calibration answer = {stop, rest_raw(), 0, obstacle()};
    if (stop >= STOPS || stop > stops_known)
        answer.code = ACK_OUT_OF_TURN;
    if (answer.code == ACK_DONE) {
        stops_seen[stop] = answer.raw;
        stops_known = stop + 1;
    }
    if (answer.code == ACK_DONE && stops_known == STOPS) {
        int16_t offset[STOPS];
        uint16_t spread = spread_of(offset);
        answer.spread = hundredths(spread);
        stops_known = 0;
        if (spread > MOST_SPREAD) {
            answer.code = ACK_TOO_WIDE;
        } else {
            memcpy(settings.offset, offset, sizeof settings.offset);
            keep_zero(stops_seen[0]);
        }
    }
    send(MSG_CALIBRATION, &answer, sizeof answer);
}

void device_hear(uint8_t byte)
{
    uint8_t length = packet_read(&line, byte);
    if (length == 0)
        return;
    const uint8_t *body = line.buffer;
    if (body[0] == MSG_ASKHELLO && length == 1) {
        send_hello();
    } else if (body[0] == MSG_PING && length == 1 + sizeof(struct msg_ping)) {
        send(MSG_PONG, body + 1, sizeof(struct msg_pong));
    } else if (body[0] == MSG_ZERO && length == 1) {
        zero();
    } else if (body[0] == MSG_CALIBRATE && length == 1 + sizeof(struct msg_calibrate)) {
        calibrate(body[1]);
    }
}
