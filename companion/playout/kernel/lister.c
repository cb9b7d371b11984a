/* All legal plays of a card: its uses, then the after-effects, once for each placement (companion/rules/legal.py). */
#include "lister.h"

#include <stdlib.h>
#include <string.h>

/* Memory that is kept from one list to the next. */
enum { MOST_KEPT = 16384, LEAST = 64, HEAD = 5 };

struct lister *lister_new(void) { return calloc(1, sizeof(struct lister)); }

void lister_free(struct lister *lister)
{
    if (!lister)
        return;
    free(lister->bytes);
    free(lister->found);
    free(lister->drawn);
    free(lister->slots);
    free(lister->nodes);
    free(lister->node_slots);
    free(lister);
}

/* The sizes of the structs, so that a caller with another idea of them is noticed. */
int lister_size(int which) { return which ? (int)sizeof(struct names) : (int)sizeof(struct table); }

const uint8_t *lister_bytes(const struct lister *lister) { return lister->bytes; }
size_t lister_length(const struct lister *lister) { return lister->length; }

/* Puts all results so far into a table of so many slots; 0 without memory. */
static int rehash(struct lister *lister, uint32_t slots)
{
    if (slots > lister->slot_room) {
        int32_t *grown = realloc(lister->slots, slots * sizeof *grown);
        if (!grown)
            return 0;
        lister->slots = grown;
        lister->slot_room = slots;
    }
    lister->slot_count = slots;
    memset(lister->slots, 0xFF, slots * sizeof *lister->slots);
    for (int32_t number = 0; number < lister->plays; number++) {
        uint64_t hash = hash_of(&lister->found[number], sizeof(struct rows), lister->drawn[number]);
        uint32_t at = (uint32_t)hash & (slots - 1);
        while (lister->slots[at] >= 0)
            at = (at + 1) & (slots - 1);
        lister->slots[at] = number;
    }
    return 1;
}

/* Room for one more result; 0 without memory. */
static int make_room(struct lister *lister)
{
    if ((uint32_t)lister->plays == lister->found_room) {
        uint32_t room = lister->found_room ? 2 * lister->found_room : LEAST;
        struct rows *found = realloc(lister->found, room * sizeof *found);
        if (found)
            lister->found = found;
        uint8_t *drawn = realloc(lister->drawn, room);
        if (drawn)
            lister->drawn = drawn;
        if (!found || !drawn)
            return 0;
        lister->found_room = room;
    }
    return 2 * (uint32_t)lister->plays < lister->slot_count || rehash(lister, 2 * lister->slot_count);
}

/* Whether the result is new; it is known from then on. */
static int is_new(struct lister *lister, const struct draft *draft)
{
    if (!make_room(lister)) {
        lister->refused = 1;
        return 0;
    }
    uint32_t mask = lister->slot_count - 1;
    uint32_t at = (uint32_t)hash_of(&draft->rows, sizeof draft->rows, (uint64_t)draft->draws) & mask;
    for (; lister->slots[at] >= 0; at = (at + 1) & mask) {
        int32_t number = lister->slots[at];
        if (lister->drawn[number] == draft->draws && !memcmp(&lister->found[number], &draft->rows, sizeof draft->rows))
            return 0;
    }
    lister->slots[at] = lister->plays;
    lister->found[lister->plays] = draft->rows;
    lister->drawn[lister->plays++] = (uint8_t)draft->draws;
    return 1;
}

static void keep(struct lister *lister, const struct draft *draft)
{
    int is_void = draft->step[0].kind == NOTHING_MOVES;
    /* a player who lays a card as another one without effect has to name that one (DOG-R14) */
    if (is_void && lister->unnamed && lister->names->named[lister->face])
        return;
    if (lister->asks) {
        if (lister->answer < HAS_EFFECT)
            lister->answer = is_void ? ONLY_VOID : HAS_EFFECT;
        return;
    }
    if (is_new(lister, draft) && !write_play(lister, draft))
        lister->refused = 1;
}

/* The player may draw; a citizen may go on to the next free special field (ROY-R16..R20). */
static void special_field(struct lister *lister, const struct draft *draft)
{
    const struct table *table = lister->table;
    struct draft drawn = *draft;
    int jumps = 0;
    drawn.draws++;
    keep(lister, &drawn);
    for (int index = 0; index < draft->landed.count; index++) {
        int seat = draft->landed.at[index] / 256, place = draft->landed.at[index] % 256;
        int pawn = index_of(&draft->rows, seat, place), field = ahead(table, place, 1);
        if (pawn < 0 || !table->ranks) {
            lister->refused = 1;
            return;
        }
        while (field != place && !(table->watched[field] && holder(table, &draft->rows, field) < 0))
            field = ahead(table, field, 1);
        if (!table->rank[pawn].jumps || field == place)
            continue;
        struct draft jumped = drawn;
        jump_to(table, &jumped, seat, pawn, field);
        keep(lister, &jumped);
        lister->refused |= ++jumps > 1; /* the order of several is that of a set in Python */
    }
}

/* A play before its after-effects, which a finished game drops (CORE-R19). */
void take(struct lister *lister, const struct draft *draft)
{
    const struct table *table = lister->table;
    if (lister->asks || !table->effect || !draft->landed.count || any_complete(table, &draft->rows)) {
        keep(lister, draft);
        return;
    }
    if (table->effect == SPECIAL_FIELD) {
        special_field(lister, draft);
        return;
    }
    int due = !table->own_only;
    for (int index = 0; index < draft->landed.count; index++)
        for (int at = 0; at < lister->mover.seats; at++)
            due |= lister->mover.own[at] == draft->landed.at[index] / 256;
    if (!due) {
        keep(lister, draft);
        return;
    }
    for (int direction = 1; direction >= -1; direction -= 2) {
        struct draft turned = *draft;
        turn_disc(table, &turned, direction);
        keep(lister, &turned);
    }
}

/* The rows of a position, of which only an orderly one is taken: places that exist, each with one figure. */
static int read_rows(const struct table *table, const int16_t *at, struct rows *rows)
{
    uint8_t stands[FIELDS] = {0}, lane[SEATS] = {0}, centre = 0;
    memset(rows, 0, sizeof *rows);
    rows->figure = at[0];
    rows->touched = (uint8_t)at[1];
    rows->wheel = (uint8_t)at[2];
    if (at[0] < -1 || at[0] >= table->fields || at[1] < 0 || at[1] >> table->seats || at[2] < 0 || at[2] > 3)
        return 0;
    if (at[0] >= 0)
        stands[at[0]] = 1;
    for (int seat = 0; seat < SEATS; seat++)
        for (int index = 0; index < PAWNS; index++) {
            int place = NOWHERE;
            if (seat < table->seats && index < table->pawns) {
                place = at[3 + seat * table->pawns + index];
                int bit = is_goal(place) ? 1 << (-2 - place) : 0;
                if (place < CENTRE || place >= table->fields || (is_goal(place) && place < -1 - table->lane) || (place >= 0 && stands[place]++) ||
                    (place == CENTRE && centre++) || lane[seat] & bit ||
                    (!table->ranks && index && rows->place[seat][index - 1] > place))
                    return 0;
                lane[seat] |= (uint8_t)bit;
            }
            rows->place[seat][index] = (int16_t)place;
        }
    return 1;
}

/* The player to move and the seats that count as his (CORE-R16); 0 for a position that cannot be. */
static int begin(struct lister *lister, const struct table *table, const struct names *names, const int16_t *at)
{
    struct mover *mover = &lister->mover;
    lister->table = table;
    lister->names = names;
    lister->plays = lister->refused = lister->answer = 0;
    lister->length = HEAD;
    *mover = (struct mover){.table = table, .board = &lister->board, .actor = at[0], .copied = at[1],
                            .avoids_figure = names->avoids_figure};
    if (at[0] < 0 || at[0] >= table->seats || at[1] < -1 || at[1] >= table->faces ||
        !read_rows(table, at + 2, &mover->start.rows))
        return 0;
    fill(table, &mover->start.rows, &lister->board);
    int done = is_done(table, &lister->board, mover->actor);
    for (int step = 1; done && step < table->seats; step++) {
        int seat = (mover->actor + step) % table->seats;
        if (table->mates[mover->actor] >> seat & 1 && !is_done(table, &lister->board, seat))
            mover->own[mover->seats++] = (uint8_t)seat;
    }
    if (!mover->seats)
        mover->own[mover->seats++] = (uint8_t)mover->actor;
    return rehash(lister, LEAST);
}

static void list_as(struct lister *lister, int face, int acting)
{
    lister->acting = acting;
    for (const struct use *use = lister->table->use[face]; use < lister->table->use[face] + USES && use->op; use++)
        list_use(lister, use);
}

/* The card's uses; a copy and a joker borrow those of other faces. */
static void list_card(struct lister *lister, int face, int acting)
{
    lister->face = face;
    lister->unnamed = acting < 0;
    for (const struct use *use = lister->table->use[face]; use < lister->table->use[face] + USES && use->op; use++) {
        lister->acting = -1;
        if (use->op == COPY) {
            if (lister->mover.copied >= 0 && (acting < 0 || acting == lister->mover.copied))
                list_as(lister, lister->mover.copied, lister->mover.copied);
        } else if (use->op == JOKER) {
            for (uint64_t faces = use->values; faces; faces &= faces - 1)
                if (acting < 0 || acting == __builtin_ctzll(faces))
                    list_as(lister, __builtin_ctzll(faces), __builtin_ctzll(faces));
        } else {
            list_use(lister, use);
        }
    }
}

/* Much memory that one list took is given back. */
static void trim(struct lister *lister)
{
    if (lister->node_room > MOST_KEPT) {
        free(lister->nodes);
        free(lister->node_slots);
        lister->nodes = 0;
        lister->node_slots = 0;
        lister->node_room = lister->node_slot_count = 0;
    }
}

/* Lists the plays of a card, by its face or as `acting`; how many there are, or REFUSED.

   `at`: the seat to move, the face to copy or -1, figure, touched, wheel, then the places of each seat's pawns. */
int lister_plays(struct lister *lister, const struct table *table, const struct names *names, const int16_t *at,
                 int face, int acting)
{
    lister->asks = 0;
    if (face < 0 || face >= table->faces || !begin(lister, table, names, at))
        return REFUSED;
    if (!any_complete(table, &lister->mover.start.rows))
        list_card(lister, face, acting);
    trim(lister);
    if (lister->refused)
        return REFUSED;
    for (int byte = 0; lister->plays && byte < HEAD; byte++)
        lister->bytes[byte] = byte ? (uint8_t)((uint32_t)lister->plays >> 8 * (HEAD - 1 - byte)) : 0xDD;
    return lister->plays;
}

/* Which of the faces (bit a face) can be played with an effect, and which only without; 0, or REFUSED. */
int lister_asks(struct lister *lister, const struct table *table, const struct names *names, const int16_t *at,
                uint64_t faces, uint64_t *answers)
{
    lister->asks = 1;
    answers[0] = answers[1] = 0;
    if (!begin(lister, table, names, at))
        return REFUSED;
    if (any_complete(table, &lister->mover.start.rows))
        return 0;
    for (; faces; faces &= faces - 1) {
        int face = __builtin_ctzll(faces);
        lister->answer = NO_PLAY;
        /* onto the figure only with a card that has no other play (BD-R20) */
        lister->mover.avoids_figure = names->avoids_figure || table->sparing;
        list_card(lister, face, -1);
        lister->mover.avoids_figure = names->avoids_figure;
        if (lister->answer == NO_PLAY && table->sparing)
            list_card(lister, face, -1);
        if (lister->answer != NO_PLAY)
            answers[lister->answer == ONLY_VOID] |= (uint64_t)1 << face;
    }
    trim(lister);
    return lister->refused ? REFUSED : 0;
}
