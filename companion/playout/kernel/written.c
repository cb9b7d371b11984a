/* Plays as MessagePack, with the fields of companion/model/play.py by their names; what is usual is left out. */
#include "lister.h"

#include <stdlib.h>
#include <string.h>

/* More than the longest play takes. */
enum { LONGEST = 16384, MOST_FIXED = 15 };

static uint8_t *put_bytes(uint8_t *to, const void *bytes, size_t count)
{
    memcpy(to, bytes, count);
    return to + count;
}

#define PUT(to, text) put_bytes(to, text, sizeof(text) - 1)

static uint8_t *put_number(uint8_t *to, int number)
{
    if (number > 127)
        *to++ = 0xCC;
    *to++ = (uint8_t)number; /* -32 to 127 is one byte, its own */
    return to;
}

static uint8_t *put_count(uint8_t *to, int count)
{
    if (count > MOST_FIXED) {
        *to++ = 0xDC;
        *to++ = 0;
        *to++ = (uint8_t)count;
        return to;
    }
    *to++ = (uint8_t)(0x90 | count);
    return to;
}

static uint8_t *put_word(uint8_t *to, const struct word *word) { return put_bytes(to, word->text, word->length); }

static uint8_t *put_kind(uint8_t *to, int kind)
{
    switch (kind) {
    case STARTS:
        return PUT(to, "\xA5start");
    case ADVANCES:
        return PUT(to, "\xA7" "advance");
    case SWAPS:
        return PUT(to, "\xA4swap");
    case FIGURE_WALKS:
        return PUT(to, "\xA3" "dog");
    case WHEEL_TURNS:
        return PUT(to, "\xA5wheel");
    case JUMPS:
        return PUT(to, "\xA4jump");
    case NOTHING_MOVES:
        return PUT(to, "\xA4void");
    case DISCARDS:
        return PUT(to, "\xA7" "discard");
    default:
        return PUT(to, "\xA4skip");
    }
}

static uint8_t *put_taken(uint8_t *to, const struct table *table, const struct move *step)
{
    to = put_count(PUT(to, "\xA8" "captures"), step->count);
    for (int index = 0; index < step->count; index++) {
        int seat = seat_taken(&step->taken[index]), goes_on = step->taken[index].seat & GOES_ON;
        to = goes_on ? PUT(to, "\x83") : PUT(to, "\x82");
        to = put_number(PUT(to, "\xA4seat"), seat);
        to = put_number(PUT(to, "\xA5place"), step->taken[index].place);
        if (goes_on)
            to = put_number(PUT(to, "\xA2to"), table->foot[seat]);
    }
    return to;
}

static uint8_t *put_step(uint8_t *to, const struct table *table, const struct move *step)
{
    uint8_t *head = to++;
    int fields = 3;
    to = put_kind(PUT(to, "\xA4kind"), step->kind);
    to = put_number(PUT(to, "\xA6origin"), step->origin);
    to = put_number(PUT(to, "\xA6target"), step->target);
    if (step->seat >= 0)
        to = put_number(PUT(to, "\xA4seat"), step->seat), fields++;
    if (step->value)
        to = put_number(PUT(to, "\xA5value"), step->value), fields++;
    if (step->other_seat >= 0)
        to = put_number(PUT(to, "\xAAother_seat"), step->other_seat), fields++;
    if (step->wasted)
        to = put_number(PUT(to, "\xA6wasted"), step->wasted), fields++;
    if (step->rank >= 0)
        to = put_number(PUT(to, "\xA4rank"), step->rank), fields++;
    if (step->count)
        to = put_taken(to, table, step), fields++;
    *head = (uint8_t)(0x80 | fields);
    return to;
}

static int slot_value(const struct rows *rows, int slot)
{
    return slot == FIGURE_SLOT ? rows->figure : slot == TOUCHED_SLOT ? rows->touched : rows->wheel;
}

static uint8_t *put_placement(uint8_t *to, const struct lister *lister, const struct rows *rows)
{
    const struct names *names = lister->names;
    int shown = 0;
    for (int index = 0; index < names->slots; index++)
        shown += names->slot[index] != FIGURE_SLOT || rows->figure >= 0;
    *to++ = (uint8_t)(0x81 + (shown > 0));
    to = put_count(PUT(to, "\xA5pawns"), lister->table->seats);
    for (int seat = 0; seat < lister->table->seats; seat++) {
        to = put_count(to, lister->table->pawns);
        for (int index = 0; index < lister->table->pawns; index++)
            to = put_number(to, rows->place[seat][index]);
    }
    if (!shown)
        return to;
    to = put_count(PUT(to, "\xA6" "extras"), shown);
    for (int index = 0; index < names->slots; index++)
        if (names->slot[index] != FIGURE_SLOT || rows->figure >= 0) {
            to = put_word(PUT(to, "\x92"), &names->extra[index]);
            to = put_number(to, slot_value(rows, names->slot[index]));
        }
    return to;
}

/* Writes the play behind those before it; 0 without memory. */
int write_play(struct lister *lister, const struct draft *draft)
{
    if (lister->length + LONGEST > lister->room) {
        size_t room = 2 * (lister->room + LONGEST);
        uint8_t *bytes = realloc(lister->bytes, room);
        if (!bytes)
            return 0;
        lister->bytes = bytes;
        lister->room = room;
    }
    const struct names *names = lister->names;
    uint8_t *to = lister->bytes + lister->length;
    *to++ = (uint8_t)(0x83 + (lister->acting >= 0) + (draft->draws > 0));
    to = put_word(PUT(to, "\xA4" "card"), &names->card[lister->face]);
    if (lister->acting >= 0)
        to = put_word(PUT(to, "\xA9" "acting_as"), &names->card[lister->acting]);
    if (draft->draws > 0)
        to = put_number(PUT(to, "\xA5" "draws"), draft->draws);
    to = put_count(PUT(to, "\xA5steps"), draft->count);
    for (int index = 0; index < draft->count; index++)
        to = put_step(to, lister->table, &draft->step[index]);
    to = put_placement(PUT(to, "\xA6result"), lister, &draft->rows);
    lister->length = (size_t)(to - lister->bytes);
    return 1;
}
