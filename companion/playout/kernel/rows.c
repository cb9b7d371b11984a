/* Rows of pawns as companion/rules/moves/board.py keeps them: ascending, or by rank. */
#include "lister.h"

#include <string.h>

/* The same figures for the look-ups of reach.c; a pawn's number is its index in the row. */
void fill(const struct table *table, const struct rows *rows, struct board *board)
{
    memset(board->who, 0, sizeof board->who);
    memset(board->lane, 0, sizeof board->lane);
    memcpy(board->place, rows->place, sizeof board->place);
    board->centre = 0;
    board->touched = rows->touched;
    board->wheel = rows->wheel;
    board->figure = rows->figure;
    for (int seat = 0; seat < table->seats; seat++)
        for (int index = 0; index < table->pawns; index++) {
            int place = rows->place[seat][index];
            if (place >= 0)
                board->who[place] = pawn_of(seat, index);
            else if (is_goal(place))
                board->lane[seat] |= (uint8_t)(1 << (-2 - place));
            else if (place == CENTRE)
                board->centre = pawn_of(seat, index);
        }
}

/* The index of the seat's pawn on a place; -1 where it has none there. */
int index_of(const struct rows *rows, int seat, int place)
{
    for (int index = 0; index < PAWNS; index++)
        if (rows->place[seat][index] == place)
            return index;
    return -1;
}

/* The seat of the pawn on a track field or in the centre; -1 where nobody stands. */
int holder(const struct table *table, const struct rows *rows, int place)
{
    for (int seat = 0; seat < table->seats; seat++)
        if (index_of(rows, seat, place) >= 0)
            return seat;
    return -1;
}

int is_home(const struct table *table, const struct rows *rows, int seat)
{
    unsigned taken = 0;
    for (int index = 0; index < table->pawns; index++)
        if (is_goal(rows->place[seat][index]))
            taken |= 1u << (-2 - rows->place[seat][index]);
    return fills_lane(table, taken);
}

/* Whether a team has every seat done (CORE-R19). */
int any_complete(const struct table *table, const struct rows *rows)
{
    uint32_t waiting = 0, there = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        there |= 1u << table->team[seat];
        if (!is_home(table, rows, seat))
            waiting |= 1u << table->team[seat];
    }
    return (there & ~waiting) != 0;
}

/* Who leaves the own start field or comes to it is known as having come round, but for a `fresh` pawn. */
static void remember(const struct table *table, struct rows *rows, int seat, int origin, int target, int fresh)
{
    int start = table->start[seat];
    if (!table->came_round || (origin != start && target != start))
        return;
    rows->touched &= (uint8_t)~(1 << seat);
    if (target == start && !fresh)
        rows->touched |= (uint8_t)(1 << seat);
}

void relocate(const struct table *table, struct rows *rows, int seat, int index, int target, int fresh)
{
    int16_t *row = rows->place[seat];
    int origin = row[index];
    if (!table->ranks) {
        for (; index > 0 && row[index - 1] > target; index--)
            row[index] = row[index - 1];
        for (; index + 1 < table->pawns && row[index + 1] < target; index++)
            row[index] = row[index + 1];
    }
    row[index] = (int16_t)target;
    remember(table, rows, seat, origin, target, fresh);
}

void send_home(const struct table *table, struct rows *rows, int seat, int place)
{
    relocate(table, rows, seat, index_of(rows, seat, place), KENNEL, 0);
}

void send_away(const struct table *table, struct rows *rows, const struct taken *taken)
{
    int seat = seat_taken(taken), to = taken->seat & GOES_ON ? table->foot[seat] : KENNEL;
    relocate(table, rows, seat, index_of(rows, seat, taken->place), to, 0);
}

/* Who has to leave for a pawn of `seat` that comes from `origin` to where `victim`'s stands; how many (PJ-R05, PJ-R06). */
int who_leaves(const struct table *table, const struct rows *rows, int seat, int origin, int victim, int target,
               struct taken *taken)
{
    int entrance = table->foot[victim], count = 0;
    taken[0] = (struct taken){(int16_t)victim, (int16_t)target};
    if (!(table->walk & MATES_GO_ON) || !(table->mates[seat] >> victim & 1))
        return 1;
    int holding = entrance == origin ? -1 : holder(table, rows, entrance);
    if (holding >= 0) {
        if (table->team[holding] == table->team[victim])
            return 1;
        taken[count++] = (struct taken){(int16_t)holding, (int16_t)entrance};
    }
    taken[count++] = (struct taken){(int16_t)(victim | GOES_ON), (int16_t)target};
    return count;
}

void add_spot(struct spots *spots, int seat, int field)
{
    uint16_t added = (uint16_t)(256 * seat + field);
    int index = spots->count;
    for (int other = 0; other < spots->count; other++)
        if (spots->at[other] == added)
            return;
    for (; index > 0 && spots->at[index - 1] > added; index--)
        spots->at[index] = spots->at[index - 1];
    spots->at[index] = added;
    spots->count++;
}

void drop_spot(struct spots *spots, int seat, int field)
{
    for (int index = 0; index < spots->count; index++)
        if (spots->at[index] == 256 * seat + field) {
            memmove(&spots->at[index], &spots->at[index + 1], (size_t)(--spots->count - index) * sizeof spots->at[0]);
            spots->at[spots->count] = 0;
            return;
        }
}

uint64_t hash_of(const void *bytes, size_t count, uint64_t seed)
{
    const uint8_t *at = bytes;
    uint64_t hash = seed ^ 0x9E3779B97F4A7C15u;
    for (; count >= 8; count -= 8, at += 8) {
        uint64_t piece;
        memcpy(&piece, at, 8);
        hash = (hash ^ piece) * 0xBF58476D1CE4E5B9u;
        hash ^= hash >> 29;
    }
    for (; count; count--)
        hash = (hash ^ *at++) * 0x94D049BB133111EBu;
    return hash ^ hash >> 32;
}
