/* The real firmware on an emulated ATmega328P with an emulated AS5600, as a library in virtual time.
 *
 * A development tool: it links libsimavr (GPL-3) and is built on the spot, never shipped.  If simavr 1.6 errs, it is
 * corrected here; the firmware is never bent to it.  One caller at a time for each board. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_twi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>

#define CLOCK_HZ 16000000
#define CYCLES_PER_US 16
/* The emulated line takes eleven bits of 8.5 microseconds for a byte; faster ones it would lose by itself. */
#define BYTE_CYCLES 1496
#define LINE 65536
#define FULL_CIRCLE 4096.0
#define ADDRESS 0x36
#define TWCR 0xBC
#define TWBR 0xB8
#define TWSR 0xB9
#define TWINT 0x80
#define TWEN 0x04
#define EECR 0x3F
#define EEPE 0x02
#define SCL_BIT 0x20
#define DDRC 0x27
/* `rjmp .-2`: the processor goes nowhere. */
#define ENDLESS 0xCFFF
#define REG_CONF_HIGH 0x07
#define REG_STATUS 0x0B
#define REG_ANGLE_HIGH 0x0C
#define REG_AGC 0x1A
#define REG_BURN 0xFF

/* How the sensor behaves; the same numbers stand in firmware_bridge/simulated/emulated_board.py. */
enum sensor { SENSOR_GOOD, SENSOR_NO_MAGNET, SENSOR_WEAK, SENSOR_STRONG, SENSOR_ABSENT };

struct line {
    uint8_t bytes[LINE];
    uint32_t from, to;
};

struct board {
    avr_t *avr;
    avr_irq_t *twi_in, *uart_in;
    avr_twi_t *twi;
    struct line out, in;
    avr_cycle_count_t next_in;
    /* the magnet: a ramp in counts from one place and time to another, and what spoils it */
    double from, to, noise, wild, bend;
    avr_cycle_count_t begins, ends;
    uint64_t chance;
    int sensor;
    /* the bus: stuck for ever, or until the clock line was pulled so many times with the TWI off */
    int bus_stuck, clocks_to_free, clock_low;
    /* the sensor chip */
    int selected, pointer_set;
    uint8_t pointer, registers[256], angle_low;
    uint32_t burns, reads, resets, bus_hz;
    /* a processor that hangs */
    uint16_t hung_at, hung_word;
    int hangs;
    uint64_t asleep;
    /* the power goes when so many more bytes of the EEPROM are written; 0 for never */
    int writes_left, no_power;
};

static void say_nothing(avr_t *avr, const int level, const char *format, va_list args)
{
    (void)avr, (void)level, (void)format, (void)args;
}

/* The processor sleeps for so long in virtual time; nobody waits. */
static void count_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    ((struct board *)avr->custom.data)->asleep += cycles;
}

static double dice(struct board *board)
{
    board->chance ^= board->chance << 13;
    board->chance ^= board->chance >> 7;
    board->chance ^= board->chance << 17;
    return (double)(board->chance >> 11) / 9007199254740992.0;
}

static double bell(struct board *board)
{
    return sqrt(-2.0 * log(dice(board) + 1e-18)) * cos(6.283185307179586 * dice(board));
}

static double place_now(const struct board *board)
{
    avr_cycle_count_t now = board->avr->cycle;
    if (now >= board->ends)
        return board->to;
    return board->from + (board->to - board->from) * (double)(now - board->begins) / (double)(board->ends - board->begins);
}

static uint16_t angle_now(struct board *board)
{
    double counts = place_now(board);
    if (board->wild > 0 && dice(board) < board->wild)
        return (uint16_t)(dice(board) * FULL_CIRCLE) & 0xFFF;
    counts += board->bend * sin(counts / FULL_CIRCLE * 6.283185307179586);
    if (board->noise > 0)
        counts += board->noise * bell(board);
    return (uint16_t)((int64_t)floor(counts + 0.5) & 0xFFF);
}

/* Reads one register.  The low byte of the angle is frozen with the high one: torn pairs are for those who read them apart. */
static uint8_t sensor_register(struct board *board, uint8_t reg)
{
    static const uint8_t health[] = {0x20, 0x00, 0x30, 0x28, 0x00};
    static const uint8_t gain[] = {128, 255, 255, 0, 0};
    if (reg == REG_STATUS)
        return health[board->sensor];
    if (reg == REG_AGC)
        return gain[board->sensor];
    if (reg == REG_ANGLE_HIGH) {
        /* Without a magnet the chip gives any value. */
        uint16_t angle = board->sensor == SENSOR_NO_MAGNET ? (uint16_t)(dice(board) * FULL_CIRCLE) : angle_now(board);
        board->reads++;
        board->angle_low = (uint8_t)angle;
        return (uint8_t)(angle >> 8);
    }
    if (reg == REG_ANGLE_HIGH + 1) {
        uint8_t low = board->angle_low;
        board->angle_low = (uint8_t)angle_now(board);
        return low;
    }
    return board->registers[reg];
}

static void sensor_write(struct board *board, uint8_t value)
{
    if (!board->pointer_set) {
        board->pointer = value;
        board->pointer_set = 1;
        return;
    }
    /* Its one-time memory (places 0 to 6 are burnt from it) and the burn command are not for us. */
    if (board->pointer < REG_CONF_HIGH || board->pointer == REG_BURN)
        board->burns++;
    board->registers[board->pointer++] = value;
}

static void on_twi(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct board *board = param;
    avr_twi_msg_irq_t message = {.u.v = value};
    uint8_t what = message.u.twi.msg;
    if (what & TWI_COND_STOP)
        board->selected = 0;
    if (what & TWI_COND_START) {
        /* simavr takes one microsecond for every step; a real bus runs as fast as these two set. */
        const uint8_t *data = board->avr->data;
        uint32_t hz = CLOCK_HZ / (16 + 2 * ((uint32_t)data[TWBR] << 2 * (data[TWSR] & 3)));
        if (hz > board->bus_hz)
            board->bus_hz = hz;
        /* simavr 1.6 gives 0x28 instead of 0x18 after SLA+W. */
        board->twi->state &= (uint8_t)~TWI_COND_WRITE;
        board->selected = 0;
        if (message.u.twi.addr >> 1 == ADDRESS && board->sensor != SENSOR_ABSENT) {
            board->selected = message.u.twi.addr;
            if (!(board->selected & 1))
                board->pointer_set = 0;
            avr_raise_irq(board->twi_in, avr_twi_irq_msg(TWI_COND_ACK, (uint8_t)board->selected, 1));
        }
    }
    if (!board->selected)
        return;
    if (what & TWI_COND_WRITE) {
        avr_raise_irq(board->twi_in, avr_twi_irq_msg(TWI_COND_ACK, (uint8_t)board->selected, 1));
        sensor_write(board, message.u.twi.data);
    }
    if (what & TWI_COND_READ) {
        uint8_t reg = board->pointer;
        uint8_t data = sensor_register(board, reg);
        /* The pointer does not move on from the low byte of an angle, as in the real chip. */
        if (reg != REG_ANGLE_HIGH + 1)
            board->pointer++;
        avr_raise_irq(board->twi_in, avr_twi_irq_msg(TWI_COND_READ, (uint8_t)board->selected, data));
    }
}

/* simavr 1.6 leaves TWINT set when 1 is written to it. */
static void on_twcr_write(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    if (value & TWINT)
        avr->data[address] &= (uint8_t)~TWINT;
}

static uint8_t on_twcr_read(avr_t *avr, avr_io_addr_t address, void *param)
{
    struct board *board = param;
    uint8_t value = avr->data[address];
    if (board->bus_stuck || board->clocks_to_free > 0)
        value &= (uint8_t)~TWINT;
    return value;
}

static void on_eeprom_write(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)avr, (void)address;
    struct board *board = param;
    if (value & EEPE && board->writes_left > 0 && --board->writes_left == 0)
        board->no_power = 1;
}

static void on_clock_line(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct board *board = param;
    int low = (value & SCL_BIT) != 0;
    if (low && !board->clock_low && board->clocks_to_free > 0 && !(board->avr->data[TWCR] & TWEN))
        board->clocks_to_free--;
    board->clock_low = low;
}

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct board *board = param;
    board->out.bytes[board->out.to++ % LINE] = (uint8_t)value;
}

struct board *board_new(const char *elf)
{
    avr_global_logger_set(say_nothing);
    elf_firmware_t firmware = {0};
    struct board *board = calloc(1, sizeof *board);
    if (!board || elf_read_firmware(elf, &firmware) != 0 || !(board->avr = avr_make_mcu_by_name("atmega328p"))) {
        free(board);
        return NULL;
    }
    avr_t *avr = board->avr;
    avr_init(avr);
    firmware.frequency = CLOCK_HZ;
    avr_load_firmware(avr, &firmware);
    avr->sleep = count_sleep;
    avr->custom.data = board;
    avr->log = 0;
    board->chance = 88172645463325252ULL;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    board->uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, board);
    board->twi_in = avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_OUTPUT), on_twi, board);
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (strcmp(io->kind, "twi") == 0)
            board->twi = (avr_twi_t *)io;
    avr_register_io_write(avr, TWCR, on_twcr_write, board);
    avr_register_io_read(avr, TWCR, on_twcr_read, board);
    avr_register_io_write(avr, EECR, on_eeprom_write, board);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), IOPORT_IRQ_DIRECTION_ALL), on_clock_line, board);
    return board;
}

void board_free(struct board *board)
{
    avr_terminate(board->avr);
    free(board->avr);
    free(board);
}

uint64_t board_us(const struct board *board)
{
    return board->avr->cycle / CYCLES_PER_US;
}

static void heal_hang(struct board *board)
{
    if (board->hangs) {
        memcpy(board->avr->flash + board->hung_at, &board->hung_word, sizeof board->hung_word);
        board->hangs = 0;
    }
}

/* Runs for so many microseconds of virtual time; false when the processor has crashed. */
int board_run(struct board *board, uint64_t us)
{
    avr_t *avr = board->avr;
    avr_cycle_count_t until = avr->cycle + us * CYCLES_PER_US;
    while (avr->cycle < until) {
        if (board->no_power) {
            avr->cycle = until;
            break;
        }
        if (board->in.from != board->in.to && avr->cycle >= board->next_in) {
            avr_raise_irq(board->uart_in, board->in.bytes[board->in.from++ % LINE]);
            board->next_in = avr->cycle + BYTE_CYCLES;
        }
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return 0;
        if (avr->pc == 0 && state != cpu_Sleeping) {
            board->resets++;
            heal_hang(board);
        }
    }
    return 1;
}

/* Power off and on; the EEPROM keeps what it holds, the sensor forgets its settings. */
void board_reset(struct board *board)
{
    heal_hang(board);
    board->writes_left = board->no_power = 0;
    memset(board->registers, 0, sizeof board->registers);
    board->in.from = board->in.to;
    avr_reset(board->avr);
    /* simavr 1.6 notes a power-on only for the first one. */
    avr_regbit_set(board->avr, board->avr->reset_flags.porf);
}

/* The power goes with the write of so many more bytes to the EEPROM, until the next reset. */
void board_starve(struct board *board, int writes)
{
    board->writes_left = writes;
}

/* The processor goes nowhere from now on; only the watchdog can help. */
void board_hang(struct board *board)
{
    board->hung_at = (uint16_t)board->avr->pc;
    memcpy(&board->hung_word, board->avr->flash + board->hung_at, sizeof board->hung_word);
    uint16_t word = ENDLESS;
    memcpy(board->avr->flash + board->hung_at, &word, sizeof word);
    board->hangs = 1;
}

void board_ramp(struct board *board, double counts, uint64_t us)
{
    board->from = place_now(board);
    board->to = counts;
    board->begins = board->avr->cycle;
    board->ends = board->begins + us * CYCLES_PER_US;
}

void board_spoil(struct board *board, double noise, double wild, double bend)
{
    board->noise = noise;
    board->wild = wild;
    board->bend = bend;
}

void board_sensor(struct board *board, int sensor)
{
    /* Torn out it also loses its power. */
    if (sensor == SENSOR_ABSENT)
        memset(board->registers, 0, sizeof board->registers);
    board->sensor = sensor;
}

void board_bus(struct board *board, int stuck, int clocks_to_free)
{
    board->bus_stuck = stuck;
    board->clocks_to_free = clocks_to_free;
}

void board_hear(struct board *board, const uint8_t *bytes, uint32_t length)
{
    while (length--)
        board->in.bytes[board->in.to++ % LINE] = *bytes++;
}

/* Takes the board's output, at most so many bytes; the caller comes often enough that nothing is lost. */
uint32_t board_say(struct board *board, uint8_t *bytes, uint32_t most)
{
    uint32_t taken = 0;
    while (taken < most && board->out.from != board->out.to)
        bytes[taken++] = board->out.bytes[board->out.from++ % LINE];
    return taken;
}

void board_eeprom_get(struct board *board, uint8_t *bytes, uint16_t length)
{
    avr_eeprom_desc_t part = {.ee = bytes, .offset = 0, .size = length};
    avr_ioctl(board->avr, AVR_IOCTL_EEPROM_GET, &part);
}

void board_eeprom_set(struct board *board, uint8_t *bytes, uint16_t length)
{
    avr_eeprom_desc_t part = {.ee = bytes, .offset = 0, .size = length};
    avr_ioctl(board->avr, AVR_IOCTL_EEPROM_SET, &part);
}

uint64_t board_asleep_us(const struct board *board) { return board->asleep / CYCLES_PER_US; }
uint32_t board_burns(const struct board *board) { return board->burns; }
uint32_t board_reads(const struct board *board) { return board->reads; }
uint32_t board_resets(const struct board *board) { return board->resets; }
uint32_t board_bus_hz(const struct board *board) { return board->bus_hz; }
uint8_t board_sensor_setting(const struct board *board) { return board->registers[REG_CONF_HIGH]; }
