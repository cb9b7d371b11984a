/* The USB controller as a device with one serial line.  The interrupt answers the host; the line goes through two rings. */
#include "usb.h"

#include <stdbool.h>
#include <string.h>

#include "../hal.h"
#include "interrupts.h"
#include "registers.h"
#include "usb_descriptors.h"

#define AVAILABLE (1u << 10)
#define STALL (1u << 11)
#define DATA1 (1u << 13)
#define FULL (1u << 15)
#define LENGTH 0x3ffu
#define ENABLED (1u << 31)
#define EACH_BUFFER (1u << 29)
#define BULK (2u << 26)
#define INTERRUPT (3u << 26)
#define CONTROL_AT 0x100
#define NOTICE_AT 0x180
#define FROM_HOST_AT 0x1c0
#define TO_HOST_AT 0x200
#define BYTES_AT(place) ((volatile uint8_t *)(USB_RAM + (place)))

#define ON_BUFFER (1u << 4)
#define ON_RESET (1u << 12)
#define ON_SETUP (1u << 16)
#define SETUP_CAME (1u << 17)
#define RESET_CAME (1u << 19)
#define DONE_IN(number) (1u << 2 * (number))
#define DONE_OUT(number) (1u << (2 * (number) + 1))

#define TO_HOST 0x80
#define KIND 0x60
#define CLASS 0x20
#define SET_LINE 0x20
#define GET_LINE 0x21
#define SET_LINES 0x22
#define SEND_BREAK 0x23
#define LINE_BYTES 7
#define TERMINAL_READY 1
/* Opening the port at this speed and closing it requests flashing: the way of all boards with such a port. */
#define BAUD_TO_FLASH 1200
enum { GET_STATUS, CLEAR_FEATURE, SET_FEATURE = 3, SET_ADDRESS = 5, GET_DESCRIPTOR, GET_CONFIGURATION = 8,
       SET_CONFIGURATION, GET_INTERFACE, SET_INTERFACE };

/* A full packet tells the host to wait for more, so none is full. */
#define MOST_IN_PACKET (PACKET_BYTES - 1)
#define TX_SIZE 512
#define RX_SIZE 256
/* Bytes that lie unread for so long would be old news to a program that opens the port. */
#define STALE_MS 250

struct setup {
    uint8_t type, request;
    uint16_t value, index, length;
};

static uint8_t tx[TX_SIZE], rx[RX_SIZE];
static volatile uint16_t tx_head, tx_tail, rx_head, rx_tail;
static uint16_t unsent;
static volatile bool sending, listening, moved;
static uint32_t moved_ms;
static uint8_t configured, address;
/* Which of the two kinds of packets is next, at each end. */
static bool control_odd, send_odd, hear_odd;
static const uint8_t *reply;
static uint16_t reply_left;
static bool reply_goes, reply_ends, line_comes, flash_wanted;
static uint8_t line_coding[LINE_BYTES] = {0x00, 0xc2, 0x01, 0x00, 0, 0, 8};

/* The controller sees a buffer a few clocks after its description, so it is handed over last. */
static void hand_over(volatile uint32_t *buffer, uint32_t what, bool odd)
{
    what |= odd ? DATA1 : 0;
    *buffer = what;
    __asm__ volatile("nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop");
    *buffer = what | AVAILABLE;
}

/* --- the control endpoint ---------------------------------------------------------------------------------------- */

static void send_control(const uint8_t *bytes, uint16_t length)
{
    for (uint16_t at = 0; at < length; at++)
        BYTES_AT(CONTROL_AT)[at] = bytes[at];
    hand_over(&USB_BUFFER_IN(0), length | FULL, control_odd);
    control_odd = !control_odd;
}

static void accept(void)
{
    control_odd = true;
    send_control(0, 0);
}

static void refuse(void)
{
    USB_EP_STALL_ARM = 3;
    USB_BUFFER_IN(0) = STALL;
    USB_BUFFER_OUT(0) = STALL;
}

static void send_part(void)
{
    uint16_t length = reply_left < PACKET_BYTES ? reply_left : PACKET_BYTES;
    send_control(reply, length);
    reply += length;
    reply_left -= length;
    reply_goes = reply_left > 0 || (length == PACKET_BYTES && reply_ends);
}

static void answer(const uint8_t *bytes, uint16_t length, uint16_t asked)
{
    reply = bytes;
    reply_left = length < asked ? length : asked;
    /* An answer that is shorter than requested ends with a packet that is not full. */
    reply_ends = length < asked;
    send_part();
}

static void wait_control(void)
{
    hand_over(&USB_BUFFER_OUT(0), PACKET_BYTES, true);
}

/* --- the serial line --------------------------------------------------------------------------------------------- */

static uint16_t rx_room(void)
{
    return (uint16_t)((rx_tail - rx_head - 1) & (RX_SIZE - 1));
}

/* The host waits by itself until there is room. */
static void listen(void)
{
    if (!configured || listening || rx_room() < PACKET_BYTES)
        return;
    listening = true;
    hand_over(&USB_BUFFER_OUT(SERIAL_LINE), PACKET_BYTES, hear_odd);
}

static void hear(void)
{
    uint16_t length = USB_BUFFER_OUT(SERIAL_LINE) & LENGTH;
    for (uint16_t at = 0; at < length; at++) {
        rx[rx_head] = BYTES_AT(FROM_HOST_AT)[at];
        rx_head = (rx_head + 1) & (RX_SIZE - 1);
    }
    hear_odd = !hear_odd;
    listening = false;
    listen();
}

static void send_line(void)
{
    uint16_t length = 0;
    if (!configured || sending)
        return;
    while (length < MOST_IN_PACKET && tx_tail != tx_head) {
        BYTES_AT(TO_HOST_AT)[length++] = tx[tx_tail];
        tx_tail = (tx_tail + 1) & (TX_SIZE - 1);
    }
    if (length == 0)
        return;
    sending = true;
    hand_over(&USB_BUFFER_IN(SERIAL_LINE), length | FULL, send_odd);
}

static void sent_line(void)
{
    send_odd = !send_odd;
    sending = false;
    moved = true;
    send_line();
}

static void set_configuration(uint8_t number)
{
    configured = number;
    send_odd = hear_odd = sending = listening = false;
    USB_BUFFER_IN(SERIAL_LINE) = USB_BUFFER_OUT(SERIAL_LINE) = USB_BUFFER_IN(NOTICES) = 0;
    USB_ENDPOINT_IN(NOTICES) = ENABLED | EACH_BUFFER | INTERRUPT | NOTICE_AT;
    USB_ENDPOINT_OUT(SERIAL_LINE) = ENABLED | EACH_BUFFER | BULK | FROM_HOST_AT;
    USB_ENDPOINT_IN(SERIAL_LINE) = ENABLED | EACH_BUFFER | BULK | TO_HOST_AT;
    listen();
    send_line();
}

/* Both ends count their packets anew. */
static void clear_halt(uint8_t endpoint)
{
    if (endpoint == SERIAL_LINE) {
        hear_odd = listening = false;
        USB_BUFFER_OUT(SERIAL_LINE) = 0;
        listen();
    } else if (endpoint == (TO_HOST | SERIAL_LINE)) {
        uint32_t was = USB_BUFFER_IN(SERIAL_LINE);
        send_odd = false;
        if (sending)
            hand_over(&USB_BUFFER_IN(SERIAL_LINE), (was & LENGTH) | FULL, false);
    }
}

/* --- requests of the host ---------------------------------------------------------------------------------------- */

static void class_request(const struct setup *setup)
{
    if (setup->request == SET_LINE && setup->length == LINE_BYTES) {
        line_comes = true;
        wait_control();
    } else if (setup->request == GET_LINE) {
        answer(line_coding, LINE_BYTES, setup->length);
    } else if (setup->request == SET_LINES) {
        uint32_t baud = line_coding[0] | (uint32_t)line_coding[1] << 8 | (uint32_t)line_coding[2] << 16;
        flash_wanted = baud == BAUD_TO_FLASH && !(setup->value & TERMINAL_READY);
        accept();
    } else if (setup->request == SEND_BREAK) {
        accept();
    } else {
        refuse();
    }
}

static void ask_descriptor(const struct setup *setup)
{
    struct descriptor found = find_descriptor((uint8_t)(setup->value >> 8), (uint8_t)setup->value);
    if (found.bytes)
        answer(found.bytes, found.length, setup->length);
    else
        refuse();
}

static void standard_request(const struct setup *setup)
{
    static const uint8_t nothing[2];
    switch (setup->request) {
    case GET_DESCRIPTOR:
        ask_descriptor(setup);
        break;
    case SET_ADDRESS:
        /* It counts from the end of this request on. */
        address = (uint8_t)setup->value;
        accept();
        break;
    case SET_CONFIGURATION:
        set_configuration((uint8_t)setup->value);
        accept();
        break;
    case GET_CONFIGURATION:
        answer(&configured, 1, setup->length);
        break;
    case GET_STATUS:
        answer(nothing, 2, setup->length);
        break;
    case GET_INTERFACE:
        answer(nothing, 1, setup->length);
        break;
    case CLEAR_FEATURE:
        clear_halt((uint8_t)setup->index);
        accept();
        break;
    case SET_FEATURE:
    case SET_INTERFACE:
        accept();
        break;
    default:
        refuse();
    }
}

static void on_setup(void)
{
    struct setup setup = {
        USB_SETUP[0], USB_SETUP[1], (uint16_t)(USB_SETUP[2] | USB_SETUP[3] << 8),
        (uint16_t)(USB_SETUP[4] | USB_SETUP[5] << 8), (uint16_t)(USB_SETUP[6] | USB_SETUP[7] << 8)
    };
    USB_BUFFER_IN(0) = USB_BUFFER_OUT(0) = 0;
    control_odd = true;
    reply_goes = line_comes = flash_wanted = false;
    address = 0;
    reply = 0;
    if ((setup.type & KIND) == CLASS)
        class_request(&setup);
    else if ((setup.type & KIND) == 0)
        standard_request(&setup);
    else
        refuse();
}

static void sent_control(void)
{
    if (address) {
        USB_ADDRESS = address;
        address = 0;
    }
    if (flash_wanted)
        ((void (*)(uint32_t, uint32_t))rom_find('U', 'B'))(0, 0);
    if (reply_goes)
        send_part();
    else if (reply)
        wait_control();
}

static void heard_control(void)
{
    if (!line_comes)
        return;
    line_comes = false;
    for (uint8_t at = 0; at < LINE_BYTES; at++)
        line_coding[at] = BYTES_AT(CONTROL_AT)[at];
    accept();
}

static void on_reset(void)
{
    USB_ADDRESS = 0;
    configured = address = 0;
    sending = listening = reply_goes = line_comes = false;
    USB_BUFFER_IN(SERIAL_LINE) = USB_BUFFER_OUT(SERIAL_LINE) = 0;
}

void on_usb(void)
{
    uint32_t why = USB_INTS;
    if (why & ON_BUFFER) {
        uint32_t done = USB_BUFF_STATUS;
        CLEAR(USB_BUFF_STATUS) = done;
        if (done & DONE_IN(0))
            sent_control();
        if (done & DONE_OUT(0))
            heard_control();
        if (done & DONE_OUT(SERIAL_LINE))
            hear();
        if (done & DONE_IN(SERIAL_LINE))
            sent_line();
    }
    if (why & ON_SETUP) {
        CLEAR(USB_SIE_STATUS) = SETUP_CAME;
        on_setup();
    }
    if (why & ON_RESET) {
        CLEAR(USB_SIE_STATUS) = RESET_CAME;
        on_reset();
    }
}

/* --- for the rest of the firmware -------------------------------------------------------------------------------- */

void usb_start(void)
{
    SET(RESETS) = RESET_USBCTRL;
    CLEAR(RESETS) = RESET_USBCTRL;
    while (!(RESETS_DONE & RESET_USBCTRL))
        ;
    for (uint32_t at = 0; at < CONTROL_AT; at += 4)
        REGISTER(USB_RAM + at) = 0;
    /* The controller drives the plug's pins, and takes the bus for powered. */
    USB_MUXING = 1u << 3 | 1;
    USB_PWR = 1u << 3 | 1u << 2;
    USB_MAIN_CTRL = 1;
    USB_SIE_CTRL = 1u << 29;
    USB_INTE = ON_BUFFER | ON_RESET | ON_SETUP;
    NVIC_ENABLE = 1u << IRQ_USB;
    /* Here the host sees that something is plugged in. */
    SET(USB_SIE_CTRL) = 1u << 16;
}

/* Discards unfetched bytes, so that the next listener gets the present state. */
static void forget(void)
{
    tx_tail = tx_head;
    if (!sending)
        return;
    SET(USB_EP_ABORT) = DONE_IN(SERIAL_LINE);
    /* The first chips never report that it is done (erratum RP2040-E2). */
    for (uint8_t patience = 200; patience && !(USB_EP_ABORT_DONE & DONE_IN(SERIAL_LINE)); patience--)
        ;
    USB_BUFFER_IN(SERIAL_LINE) = 0;
    CLEAR(USB_EP_ABORT_DONE) = DONE_IN(SERIAL_LINE);
    CLEAR(USB_EP_ABORT) = DONE_IN(SERIAL_LINE);
    sending = false;
}

void usb_tick(uint32_t now_ms)
{
    NVIC_DISABLE = 1u << IRQ_USB;
    if (moved || (!sending && tx_tail == tx_head)) {
        moved = false;
        moved_ms = now_ms;
    } else if (now_ms - moved_ms >= STALE_MS) {
        forget();
        moved_ms = now_ms;
    }
    send_line();
    NVIC_ENABLE = 1u << IRQ_USB;
}

void hal_put(uint8_t byte)
{
    uint16_t after = (tx_head + 1) & (TX_SIZE - 1);
    if (after == tx_tail) {
        unsent++;
        return;
    }
    tx[tx_head] = byte;
    tx_head = after;
}

uint16_t hal_unsent(void)
{
    return unsent;
}

int16_t hal_get(void)
{
    if (rx_tail == rx_head) {
        NVIC_DISABLE = 1u << IRQ_USB;
        listen();
        NVIC_ENABLE = 1u << IRQ_USB;
        return -1;
    }
    uint8_t byte = rx[rx_tail];
    rx_tail = (rx_tail + 1) & (RX_SIZE - 1);
    return byte;
}
