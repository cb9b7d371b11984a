/* The quality of the sensor's samples: a fault is found by the share of bad ones, so that a single good one does not
 * hide it.  Portable. */
#ifndef SENSOR_WATCH_H
#define SENSOR_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* The share is that of the last half second, counted in blocks of 50 ms. */
#define WATCH_BLOCKS 10
#define BLOCK_SAMPLES 25
/* So many blind samples in a row: the sensor is dead. */
#define DEAD_SAMPLES 25
/* So many bad ones of the last 250 are a fault, which lasts until fewer than so few are. */
#define FAULTY_SAMPLES 50
#define SOUND_SAMPLES 10

enum ill { ILL_NO_SENSOR, ILL_NO_MAGNET, ILL_WEAK, ILL_STRONG, ILLS };

struct sensor_watch {
    uint8_t blocks[WATCH_BLOCKS][ILLS];
    uint8_t block, in_block;
    uint8_t blind_in_row;
    uint8_t fault;           /* a status, STATUS_RESTING for none */
    uint16_t recent[ILLS];   /* the sums of the blocks */
    uint16_t no_answer, magnet; /* since the start */
};

/* Takes the status of one sample; true when another fault is found, which then is to be reported. */
bool watch_sample(struct sensor_watch *watch, uint8_t status);

/* Whether every sample with this status is unreliable. */
bool is_blind(uint8_t status);

/* Per cent of bad samples in the last half second. */
uint8_t watch_share(const struct sensor_watch *watch);

#endif
