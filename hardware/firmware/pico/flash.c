/* A flash is erased 4 KiB at a time and written a page of 256 bytes at a time, so the store is a journal: every change
 * writes all of it, with the next number and a checksum, to the next page; the newest whole page counts.  Two sectors
 * take turns: the one with the newest page is never erased, so power that goes at any moment leaves it.
 *
 * The firmware runs in the RAM, so interrupts go on meanwhile. */
#include "flash.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../packet.h"
#include "registers.h"

#define SECTOR 4096
#define PAGE 256
#define PAGES_A_SECTOR (SECTOR / PAGE)
#define PAGES (2 * PAGES_A_SECTOR)
/* The end of the first MiB, which even the smallest flash has. */
#define STORE_AT 0xfe000
#define FLASH_AS_MEMORY 0x10000000
#define MAGIC 0x4c454857 /* WHEL */
#define BLANK 0xff
/* Larger blocks are erased by a command of their own; no such block is ours. */
#define BLOCK 65536
#define ERASE_BLOCK 0xd8
#define READ_UNIQUE 0x4b
#define UNIQUE_DUMMIES 4
#define CHIP_SELECT_LOW (2u << 8)
#define CHIP_SELECT_HIGH (3u << 8)

struct page {
    uint32_t magic, number;
    uint8_t store[STORE_BYTES];
    uint16_t crc;
};

static uint8_t store[STORE_BYTES], unique[UNIQUE_BYTES];
static uint32_t number;
static uint8_t next;

static const uint8_t *page_at(uint8_t page)
{
    return (const uint8_t *)(uintptr_t)(FLASH_AS_MEMORY + STORE_AT + page * PAGE);
}

static uint16_t checksum(const struct page *page)
{
    return crc16((const uint8_t *)page, (uint8_t)offsetof(struct page, crc));
}

/* From here to leave_commands the flash takes commands and cannot be read as memory. */
static void enter_commands(void)
{
    rom_find('I', 'F')();
    rom_find('E', 'X')();
}

static void leave_commands(void)
{
    rom_find('F', 'C')();
    rom_find('C', 'X')();
}

static void read_unique(void)
{
    enter_commands();
    QSPI_SS_CTRL = (QSPI_SS_CTRL & ~CHIP_SELECT_HIGH) | CHIP_SELECT_LOW;
    for (uint8_t at = 0; at < 1 + UNIQUE_DUMMIES + UNIQUE_BYTES; at++) {
        SSI_DR0 = at == 0 ? READ_UNIQUE : 0;
        while (SSI_RXFLR == 0)
            ;
        uint8_t byte = (uint8_t)SSI_DR0;
        if (at > UNIQUE_DUMMIES)
            unique[at - UNIQUE_DUMMIES - 1] = byte;
    }
    QSPI_SS_CTRL |= CHIP_SELECT_HIGH;
    leave_commands();
}

static bool is_blank(uint8_t page)
{
    for (uint16_t at = 0; at < PAGE; at++)
        if (page_at(page)[at] != BLANK)
            return false;
    return true;
}

void flash_start(void)
{
    bool found = false;
    memset(store, BLANK, sizeof store);
    for (uint8_t at = 0; at < PAGES; at++) {
        struct page page;
        memcpy(&page, page_at(at), sizeof page);
        if (page.magic != MAGIC || page.crc != checksum(&page) || (found && (int32_t)(page.number - number) < 0))
            continue;
        found = true;
        number = page.number;
        next = (at + 1) % PAGES;
        memcpy(store, page.store, sizeof store);
    }
    read_unique();
}

void flash_store_read(uint16_t address, uint8_t *data, uint8_t length)
{
    memcpy(data, store + address, length);
}

void flash_store_write(uint16_t address, const uint8_t *data, uint8_t length)
{
    typedef void (*erase)(uint32_t at, uint32_t size, uint32_t block, uint8_t command);
    typedef void (*program)(uint32_t at, const uint8_t *data, uint32_t size);
    static uint8_t bytes[PAGE];
    if (memcmp(store + address, data, length) == 0)
        return;
    memcpy(store + address, data, length);
    /* A page that was begun when the power went is not blank and is passed over. */
    while (next % PAGES_A_SECTOR != 0 && !is_blank(next))
        next = (next + 1) % PAGES;
    number++;
    struct page page = {.magic = MAGIC, .number = number};
    memcpy(page.store, store, sizeof store);
    page.crc = checksum(&page);
    memset(bytes, BLANK, sizeof bytes);
    memcpy(bytes, &page, sizeof page);
    uint32_t at = STORE_AT + (uint32_t)next * PAGE;
    enter_commands();
    if (next % PAGES_A_SECTOR == 0)
        ((erase)rom_find('R', 'E'))(at, SECTOR, BLOCK, ERASE_BLOCK);
    ((program)rom_find('R', 'P'))(at, bytes, PAGE);
    leave_commands();
    next = (next + 1) % PAGES;
}

const uint8_t *flash_unique(void)
{
    return unique;
}
