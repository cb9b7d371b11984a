/* What a move makes of a draft: companion/rules/moves/turn.py, and the moves of single mechanics. */
#include "lister.h"

#include <string.h>

static struct move *new_step(struct draft *draft, int kind, int seat, int origin, int target, int value)
{
    struct move *step = &draft->step[draft->count++];
    *step = (struct move){.kind = (int8_t)kind, .seat = (int8_t)seat, .other_seat = -1, .rank = -1,
                          .origin = (int16_t)origin, .target = (int16_t)target, .value = (int16_t)value};
    return step;
}

static void take_off(const struct table *table, struct draft *draft, struct move *step, int seat, int place)
{
    step->taken[step->count++] = (struct taken){(int16_t)seat, (int16_t)place};
    send_home(table, &draft->rows, seat, place);
}

/* Whoever has to leave for a pawn that comes to `target` goes home, or on (CORE-R15, PJ-R05). */
static void make_room(const struct table *table, struct draft *draft, struct move *step, int seat, int origin, int victim,
                      int target)
{
    int first = step->count;
    step->count += (int8_t)who_leaves(table, &draft->rows, seat, origin, victim, target, &step->taken[first]);
    for (int gone = first; gone < step->count; gone++)
        send_away(table, &draft->rows, &step->taken[gone]);
}

/* The points that lapsed on the way into the lane (ROY-R26). */
static int wasted(const struct table *table, int seat, int origin, int target, int value)
{
    if (!table->ranks || !is_goal(target))
        return 0;
    int distance = origin >= 0 ? ahead(table, table->foot[seat], -origin) : 1 + origin;
    return value - distance - (-1 - target);
}

/* One more pawn moved to `target`, with the effects of its landing (CORE-R15, BD-R20). */
struct move *land(const struct table *table, struct draft *draft, int seat, int index, int target, int value)
{
    int origin = draft->rows.place[seat][index];
    int bitten = target >= 0 && target == draft->rows.figure;
    int victim = bitten || target < 0 ? -1 : holder(table, &draft->rows, target);
    struct move *step = new_step(draft, ADVANCES, seat, origin, target, value);
    step->wasted = (int8_t)wasted(table, seat, origin, target, value);
    if (!table->keeps_left_fields && origin >= 0)
        drop_spot(&draft->landed, seat, origin);
    if (bitten) {
        step->taken[step->count++] = (struct taken){(int16_t)seat, (int16_t)target};
        relocate(table, &draft->rows, seat, index, KENNEL, 0);
        return step;
    }
    if (victim >= 0) {
        int first = step->count;
        make_room(table, draft, step, seat, origin, victim, target);
        for (int gone = first; gone < step->count; gone++)
            drop_spot(&draft->landed, seat_taken(&step->taken[gone]), step->taken[gone].place);
    }
    relocate(table, &draft->rows, seat, index_of(&draft->rows, seat, origin), target, 0);
    if (target >= 0 && table->watched[target])
        add_spot(&draft->landed, seat, target);
    return step;
}

/* As `land`; those on the way go home first (JK-R13). */
void sweep_over(const struct table *table, struct draft *draft, int seat, int index, int target, int value, int flags)
{
    int field = draft->rows.place[seat][index], origin = field;
    int last = target >= 0 ? ahead(table, target, -1) : table->foot[seat];
    uint32_t swept = swept_seats(table, seat, flags);
    struct move met = {.count = 0};
    while (field >= 0 && field != last) {
        field = ahead(table, field, 1);
        int other = holder(table, &draft->rows, field);
        if (other < 0 || !(swept >> other & 1))
            continue;
        take_off(table, draft, &met, other, field);
        drop_spot(&draft->landed, other, field);
    }
    struct move *step = land(table, draft, seat, table->ranks ? index : index_of(&draft->rows, seat, origin), target, value);
    for (int taken = 0; taken < step->count; taken++)
        met.taken[met.count++] = step->taken[taken];
    memcpy(step->taken, met.taken, sizeof met.taken);
    step->count = met.count;
}

/* A pawn put on the centre or on a far field without walking (TK-R16, ST-R07). */
void jump_to(const struct table *table, struct draft *draft, int seat, int index, int target)
{
    int origin = draft->rows.place[seat][index], victim = holder(table, &draft->rows, target);
    struct move *step = new_step(draft, JUMPS, seat, origin, target, 0);
    if (victim >= 0)
        make_room(table, draft, step, seat, origin, victim, target);
    relocate(table, &draft->rows, seat, table->ranks ? index : index_of(&draft->rows, seat, origin), target, 0);
}

/* A pawn from the kennel on its start field (CORE-R08, CORE-R28). */
void start_pawn(const struct table *table, struct draft *draft, int seat, int index)
{
    int start = table->start[seat], victim = holder(table, &draft->rows, start);
    struct move *step = new_step(draft, STARTS, seat, KENNEL, start, 0);
    if (table->ranks)
        step->rank = (int8_t)index;
    if (victim >= 0)
        make_room(table, draft, step, seat, KENNEL, victim, start);
    relocate(table, &draft->rows, seat, table->ranks ? index : index_of(&draft->rows, seat, KENNEL), start, 1);
}

/* The figure goes on and sends home every pawn on the fields it counts (BD-R23, BD-R24). */
void move_figure(const struct table *table, struct draft *draft, int count)
{
    int origin = draft->rows.figure, field = origin;
    struct move *step = new_step(draft, FIGURE_WALKS, -1, origin, origin, count);
    for (int left = count; left > 0; left--) {
        field = table->figure_next[field];
        int bitten = holder(table, &draft->rows, field);
        if (bitten < 0)
            continue;
        take_off(table, draft, step, bitten, field);
        drop_spot(&draft->landed, bitten, field);
    }
    step->target = (int16_t)field;
    draft->rows.figure = (int16_t)field;
}

/* Two pawns change places; the one on the own start field goes first (BD-R45..R50). */
void swap_places(const struct table *table, struct draft *draft, int seat, int own, int other, int foreign)
{
    if (seat == other && foreign == table->start[seat]) {
        int first = own;
        own = foreign;
        foreign = first;
    }
    struct move *step = new_step(draft, SWAPS, seat, own, foreign, 0);
    step->other_seat = (int8_t)other;
    relocate(table, &draft->rows, seat, index_of(&draft->rows, seat, own), foreign, 0);
    relocate(table, &draft->rows, other, index_of(&draft->rows, other, foreign), own, 0);
}

/* The disc goes a quarter with everybody on it (BD-R06, BD-R17). */
void turn_disc(const struct table *table, struct draft *draft, int direction)
{
    const int16_t *carry = table->carry[direction < 0];
    struct rows *rows = &draft->rows;
    new_step(draft, WHEEL_TURNS, -1, 0, 0, direction);
    for (int seat = 0; seat < table->seats; seat++) {
        int16_t *row = rows->place[seat];
        for (int index = 0; index < table->pawns; index++) {
            int place = row[index] >= 0 ? carry[row[index]] : row[index], at = index;
            for (; at > 0 && row[at - 1] > place; at--)
                row[at] = row[at - 1];
            row[at] = (int16_t)place;
        }
    }
    if (rows->figure >= 0)
        rows->figure = carry[rows->figure];
    rows->wheel = (uint8_t)((rows->wheel + (direction < 0 ? 3 : 1)) % 4);
}
