#include "device.h"

#include <string.h>

#include "hal.h"
#include "packet.h"
#include "settings.h"
#include "wheel_core.h"
#include "wheel_messages.h"

#define STATE_EVERY_MS 50
/* A weak magnet is told but still followed; beyond so many unusable samples in a row the sensor is not believed. */
#define FAULT_SAMPLES 25
/* The four stops may lie so far off their ideal places (10 degrees); more is a badly glued magnet. */
#define MOST_SPREAD 114
#define STOPS 4
/* So many first angles make the serial number of a new device. */
#define DICE_ROLLS 32

static struct settings settings;
static struct wheel wheel;
static struct packet_reader line;
static uint16_t boot, event;
static uint8_t resyncs, magnet, unusable, fault;
static uint16_t last_raw, stops_seen[STOPS];
static uint8_t stops_known;
static uint32_t state_ms;
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
    send(MSG_HELLO, &hello, sizeof hello);
}

static uint8_t status(void)
{
    if (fault)
        return fault;
    if (wheel.away)
        return wheel.stuck_told ? STATUS_STUCK : STATUS_MOVING;
    return STATUS_RESTING;
}

static void send_state(void)
{
    struct msg_state state = {boot, event, wheel.net, resyncs, hundredths(wheel_angle(&wheel)), status(), magnet};
    send(MSG_STATE, &state, sizeof state);
}

static void send_ack(uint8_t command, uint8_t code)
{
    struct msg_ack ack = {command, code};
    send(MSG_ACK, &ack, sizeof ack);
}

static void start_wheel(void)
{
    wheel_start(&wheel, settings.zero, settings.offset);
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
        int16_t quarters = wheel.quarters > 127 ? 127 : wheel.quarters < -128 ? -128 : wheel.quarters;
        struct msg_turn turn = {boot, event, (int8_t)quarters, wheel.net};
        send(MSG_TURN, &turn, sizeof turn);
    } else if (what == EVENT_RETURN) {
        uint32_t peak = (uint32_t)wheel.peak * 36000 / FULL_CIRCLE;
        struct msg_return back = {boot, event, wheel.net, peak > 0xFFFF ? 0xFFFF : (uint16_t)peak};
        send(MSG_RETURN, &back, sizeof back);
    } else if (what == EVENT_STUCK) {
        struct msg_stuck stuck = {boot, event, hundredths(wheel_angle(&wheel))};
        send(MSG_STUCK, &stuck, sizeof stuck);
    } else {
        struct msg_resync resync = {boot, event, wheel.net, ++resyncs};
        send(MSG_RESYNC, &resync, sizeof resync);
    }
}

/* Whether a reading may be followed; tells a fault once when it begins and once when it changes. */
static bool usable(struct angle_reading reading)
{
    bool blind = reading.status == STATUS_NO_SENSOR || reading.status == STATUS_NO_MAGNET;
    if (reading.status == STATUS_RESTING || (!blind && fault == reading.status)) {
        unusable = 0;
        if (reading.status == STATUS_RESTING)
            fault = 0;
        return true;
    }
    if (unusable < FAULT_SAMPLES && ++unusable == FAULT_SAMPLES && fault != reading.status) {
        fault = reading.status;
        struct msg_fault told = {boot, fault};
        send(MSG_FAULT, &told, sizeof told);
    }
    return !blind;
}

void device_sample(struct angle_reading reading, uint32_t now_ms)
{
    static bool gap;
    magnet = reading.magnet;
    if (usable(reading)) {
        if (gap)
            wheel_gap(&wheel);
        gap = false;
        last_raw = reading.raw;
        if (dice_left)
            roll_dice(reading.raw);
        tell(wheel_sample(&wheel, reading.raw, now_ms));
    } else {
        gap = true;
    }
    if (now_ms - state_ms >= STATE_EVERY_MS) {
        state_ms = now_ms;
        send_state();
    }
}

static uint8_t obstacle(void)
{
    if (fault == STATUS_NO_SENSOR || fault == STATUS_NO_MAGNET || !wheel.started)
        return ACK_NO_SENSOR;
    return wheel.away ? ACK_MOVING : ACK_DONE;
}

static void keep_settings(void)
{
    settings_save(&settings);
    start_wheel();
}

static void zero(void)
{
    uint8_t code = obstacle();
    if (code == ACK_DONE) {
        settings.zero = last_raw;
        memset(settings.offset, 0, sizeof settings.offset);
        keep_settings();
    }
    send_ack(MSG_ZERO, code);
}

/* How far the stops that were shown lie off their ideal places, and the widest two of them apart. */
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

/* The person turns the wheel to stops 0, 1, 2 and 3 in turn and says so at each; the last one decides. */
static void calibrate(uint8_t stop)
{
    struct msg_calibration told = {stop, last_raw, 0, obstacle()};
    if (stop >= STOPS || (stop > 0 && stops_known != stop))
        told.code = ACK_OUT_OF_TURN;
    if (told.code == ACK_DONE) {
        stops_seen[stop] = last_raw;
        stops_known = stop + 1;
    }
    if (told.code == ACK_DONE && stops_known == STOPS) {
        int16_t offset[STOPS];
        uint16_t spread = spread_of(offset);
        told.spread = hundredths(spread);
        stops_known = 0;
        if (spread > MOST_SPREAD) {
            told.code = ACK_TOO_WIDE;
        } else {
            settings.zero = stops_seen[0];
            memcpy(settings.offset, offset, sizeof settings.offset);
            keep_settings();
        }
    }
    send(MSG_CALIBRATION, &told, sizeof told);
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
