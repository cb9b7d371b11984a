/* The sensor's bus: I2C 0 at 400 kHz on GP4 (SDA) and GP5 (SCL). */
#ifndef I2C_H
#define I2C_H

#include <stdbool.h>

void i2c_start(void);

/* Whether the last transaction was answered. */
bool i2c_answers(void);

#endif
