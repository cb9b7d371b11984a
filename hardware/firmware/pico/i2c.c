#include "i2c.h"

#include "../hal.h"
#include "registers.h"

#define SDA 4
#define SCL 5
/* Halves of a period of 400 kHz at 48 MHz, and how long data are held: 300 ns. */
#define HIGH 48
#define LOW 72
#define HOLD 15
#define SPIKE 4
#define MASTER_FAST (1u << 6 | 1u << 5 | 2u << 1 | 1u)
#define READ (1u << 8)
#define STOP (1u << 9)
#define RESTART (1u << 10)
#define ABORTED (1u << 6)
#define STOPPED (1u << 9)
/* The longest transaction takes 0.15 ms; a device that has not answered by then never does. */
#define PATIENCE_US 600
#define HALF_CLOCK_US 3

static bool answers;

bool i2c_answers(void)
{
    return answers;
}

static void wait_us(uint32_t us)
{
    uint32_t since = TIMER_RAW_LOW, now;
    do
        now = TIMER_RAW_LOW;
    while (now - since <= us);
}

void i2c_start(void)
{
    /* Only a reset ends what a stuck bus has begun. */
    SET(RESETS) = RESET_I2C0;
    CLEAR(RESETS) = RESET_I2C0;
    while (!(RESETS_DONE & RESET_I2C0))
        ;
    I2C_ENABLE = 0;
    I2C_CON = MASTER_FAST;
    I2C_FS_SCL_HCNT = HIGH;
    I2C_FS_SCL_LCNT = LOW;
    I2C_FS_SPKLEN = SPIKE;
    I2C_SDA_HOLD = HOLD;
    I2C_ENABLE = 1;
    PAD(SDA) = PAD(SCL) = PAD_INPUT | PAD_4_MA | PAD_PULL_UP | PAD_SCHMITT;
    GPIO_CTRL(SDA) = GPIO_CTRL(SCL) = FUNCTION_I2C;
}

static void address(uint8_t device)
{
    I2C_ENABLE = 0;
    I2C_TAR = device;
    I2C_ENABLE = 1;
    (void)I2C_CLR_TX_ABRT;
    (void)I2C_CLR_STOP_DET;
}

/* Waits until the bus is free again; false if no device answered in time. */
static bool ended(void)
{
    uint32_t since = TIMER_RAW_LOW;
    while (!(I2C_RAW_INTR_STAT & STOPPED))
        if (TIMER_RAW_LOW - since > PATIENCE_US)
            return answers = false;
    return answers = !(I2C_RAW_INTR_STAT & ABORTED);
}

bool hal_i2c_read(uint8_t device, uint8_t reg, uint8_t *data, uint8_t length)
{
    address(device);
    I2C_DATA_CMD = reg;
    for (uint8_t at = 0; at < length; at++)
        I2C_DATA_CMD = READ | (at == 0 ? RESTART : 0) | (at == length - 1 ? STOP : 0);
    if (!ended() || I2C_RXFLR != length)
        return answers = false;
    while (length--)
        *data++ = (uint8_t)I2C_DATA_CMD;
    return true;
}

bool hal_i2c_write(uint8_t device, uint8_t reg, uint8_t value)
{
    address(device);
    I2C_DATA_CMD = reg;
    I2C_DATA_CMD = value | STOP;
    return ended();
}

/* A pin is low or let go: it is never driven high. */
static void pull(uint8_t pin)
{
    SIO_ENABLE_SET = 1u << pin;
    wait_us(HALF_CLOCK_US);
}

static void let_go(uint8_t pin)
{
    SIO_ENABLE_CLEAR = 1u << pin;
    wait_us(HALF_CLOCK_US);
}

void hal_i2c_free(void)
{
    /* A sensor that was cut off in the middle of a byte holds the data line until it has seen the rest of the clocks. */
    SIO_OUT_CLEAR = 1u << SDA | 1u << SCL;
    SIO_ENABLE_CLEAR = 1u << SDA | 1u << SCL;
    I2C_ENABLE = 0;
    GPIO_CTRL(SDA) = GPIO_CTRL(SCL) = FUNCTION_SIO;
    for (uint8_t clocks = 9; clocks > 0; clocks--) {
        pull(SCL);
        let_go(SCL);
    }
    pull(SDA);
    let_go(SDA);
    i2c_start();
}
