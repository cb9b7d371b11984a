#include "sensor_watch.h"

#include "wheel_messages.h"

bool is_blind(uint8_t status)
{
    return status == STATUS_NO_SENSOR || status == STATUS_NO_MAGNET || status == STATUS_LOOSE_WIRE;
}

static uint16_t blind_samples(const struct sensor_watch *watch)
{
    return watch->recent[ILL_NO_SENSOR] + watch->recent[ILL_NO_MAGNET];
}

static uint16_t bad_samples(const struct sensor_watch *watch)
{
    return blind_samples(watch) + watch->recent[ILL_WEAK] + watch->recent[ILL_STRONG];
}

uint8_t watch_share(const struct sensor_watch *watch)
{
    uint16_t bad = bad_samples(watch), all = WATCH_BLOCKS * BLOCK_SAMPLES;
    return bad >= all ? 100 : (uint8_t)(bad * 100 / all);
}

/* The block that the next samples are counted in is the oldest one. */
static void next_block(struct sensor_watch *watch)
{
    watch->in_block = 0;
    watch->block = (uint8_t)(watch->block + 1) % WATCH_BLOCKS;
    for (uint8_t ill = 0; ill < ILLS; ill++) {
        watch->recent[ill] -= watch->blocks[watch->block][ill];
        watch->blocks[watch->block][ill] = 0;
    }
}

static void count(struct sensor_watch *watch, enum ill ill)
{
    watch->blocks[watch->block][ill]++;
    watch->recent[ill]++;
    if (ill == ILL_NO_SENSOR)
        watch->no_answer++;
    else
        watch->magnet++;
}

static void count_sample(struct sensor_watch *watch, uint8_t status)
{
    if (watch->in_block == BLOCK_SAMPLES)
        next_block(watch);
    watch->in_block++;
    if (status == STATUS_NO_SENSOR)
        count(watch, ILL_NO_SENSOR);
    else if (status == STATUS_NO_MAGNET)
        count(watch, ILL_NO_MAGNET);
    else if (status == STATUS_MAGNET_WEAK)
        count(watch, ILL_WEAK);
    else if (status == STATUS_MAGNET_STRONG)
        count(watch, ILL_STRONG);
    if (!is_blind(status))
        watch->blind_in_row = 0;
    else if (watch->blind_in_row < DEAD_SAMPLES)
        watch->blind_in_row++;
}

/* A sensor that comes and goes hangs on a loose wire, unless it answers well and only its magnet comes and goes. */
static uint8_t judge(const struct sensor_watch *watch)
{
    const uint16_t *recent = watch->recent;
    bool magnet_rather = recent[ILL_NO_MAGNET] > recent[ILL_NO_SENSOR];
    if (watch->blind_in_row == DEAD_SAMPLES)
        return magnet_rather ? STATUS_NO_MAGNET : STATUS_NO_SENSOR;
    if (bad_samples(watch) < (watch->fault ? SOUND_SAMPLES : FAULTY_SAMPLES))
        return STATUS_RESTING;
    if (is_blind(watch->fault))
        return watch->fault;
    if (2 * blind_samples(watch) >= bad_samples(watch))
        return magnet_rather ? STATUS_NO_MAGNET : STATUS_LOOSE_WIRE;
    return recent[ILL_WEAK] >= recent[ILL_STRONG] ? STATUS_MAGNET_WEAK : STATUS_MAGNET_STRONG;
}

bool watch_sample(struct sensor_watch *watch, uint8_t status)
{
    count_sample(watch, status);
    uint8_t before = watch->fault;
    watch->fault = judge(watch);
    return watch->fault != before && watch->fault != STATUS_RESTING;
}
