/* What a move makes of a board: landings, captures, swaps, the figure's way, the wheel. */
#include "kernel.h"

#include <string.h>

/* 1 + the team that has all its pawns home, the mover's first (CORE-R19); 0 while there is none. */
uint32_t complete_team(const struct table *table, const struct board *board, int mover)
{
    uint32_t waiting = 0, there = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        there |= 1u << table->team[seat];
        if (!is_done(table, board, seat))
            waiting |= 1u << table->team[seat];
    }
    uint32_t complete = there & ~waiting;
    if (!complete)
        return 0;
    if (complete >> table->team[mover] & 1)
        return 1 + (uint32_t)table->team[mover];
    uint32_t lowest = 0;
    while (!(complete >> lowest & 1))
        lowest++;
    return 1 + lowest;
}

/* Whether the seat's pawn on that field stops everybody and is safe there (CORE-R05). */
int is_blocker(const struct table *table, const struct board *board, int seat, int field)
{
    return table->guard[field] == seat && !(board->touched >> seat & 1);
}

/* Whether a pawn of `seat` may not capture this one (CORE-R12, ST-R21). */
int spares(const struct table *table, int seat, uint8_t victim)
{
    if (!victim || table->walk & CAPTURES_OWN)
        return 0;
    if (seat_of(victim) == seat)
        return 1;
    return !(table->walk & MATES_GO_ON) && table->mates[seat] >> seat_of(victim) & 1;
}

/* Who stands on the entrance to which `victim`'s pawn would go on: an opponent, or nobody, or it has to go home itself.

   `seat`'s pawn comes from `origin` to where it stands (PJ-R05, PJ-R06). */
uint8_t met_at(const struct table *table, const struct board *board, int seat, int origin, uint8_t victim)
{
    int other = seat_of(victim), entrance = table->foot[other];
    if (!(table->walk & MATES_GO_ON) || !(table->mates[seat] >> other & 1))
        return STAYS_OUT;
    uint8_t holder = entrance == origin ? 0 : board->who[entrance];
    return holder && table->team[seat_of(holder)] == table->team[other] ? STAYS_OUT : holder;
}

static void leave(struct board *board, int seat, int pawn)
{
    int place = board->place[seat][pawn];
    if (place >= 0)
        board->who[place] = 0;
    else if (is_goal(place))
        board->lane[seat] &= (uint8_t)~(1 << (-2 - place));
    else if (place == CENTRE)
        board->centre = 0;
}

static void arrive(struct board *board, int seat, int pawn, int target)
{
    board->place[seat][pawn] = (int16_t)target;
    if (target >= 0)
        board->who[target] = pawn_of(seat, pawn);
    else if (is_goal(target))
        board->lane[seat] |= (uint8_t)(1 << (-2 - target));
    else if (target == CENTRE)
        board->centre = pawn_of(seat, pawn);
}

/* Who leaves the own start field or comes to it is known as having come round, but for a `fresh` pawn. */
static void remember(const struct table *table, struct board *board, int seat, int origin, int target, int fresh)
{
    int start = table->start[seat];
    if (!table->came_round || (origin != start && target != start))
        return;
    board->touched &= (uint8_t)~(1 << seat);
    if (target == start && !fresh)
        board->touched |= (uint8_t)(1 << seat);
}

void put(const struct table *table, struct board *board, int seat, int pawn, int target, int fresh)
{
    remember(table, board, seat, board->place[seat][pawn], target, fresh);
    leave(board, seat, pawn);
    arrive(board, seat, pawn, target);
}

void capture(const struct table *table, struct board *board, uint8_t victim)
{
    put(table, board, seat_of(victim), number_of(victim), KENNEL, 0);
}

/* A pawn is put where `victim` stands, who goes home or, in some games, on to the entrance of its lane. */
void take_place(const struct table *table, struct board *board, int seat, int pawn, int target, uint8_t victim, int fresh)
{
    uint8_t met = met_at(table, board, seat, board->place[seat][pawn], victim);
    if (met != STAYS_OUT && met != NOBODY_MET)
        capture(table, board, met);
    capture(table, board, victim);
    put(table, board, seat, pawn, target, fresh);
    if (met != STAYS_OUT)
        put(table, board, seat_of(victim), number_of(victim), table->foot[seat_of(victim)], 0);
}

static void forget(struct landed *landed, int seat, int field)
{
    for (int i = 0; i < landed->count; i++)
        if (landed->at[i] == 256 * seat + field)
            landed->at[i--] = landed->at[--landed->count];
}

/* A pawn walked or pulled to its target, with all that its landing does there (CORE-R15, BD-R20). */
void settle(const struct table *table, struct board *board, struct landed *landed, const struct step *step)
{
    int seat = step->seat, pawn = step->pawn, target = step->target;
    if (!table->keeps_left_fields && board->place[seat][pawn] >= 0)
        forget(landed, seat, board->place[seat][pawn]);
    if (target >= 0 && target == board->figure) {
        put(table, board, seat, pawn, KENNEL, 0);
        return;
    }
    uint8_t victim = target >= 0 ? board->who[target] : 0;
    if (victim) {
        uint8_t met = met_at(table, board, seat, board->place[seat][pawn], victim);
        if (met != STAYS_OUT && met != NOBODY_MET)
            forget(landed, seat_of(met), table->foot[seat_of(victim)]);
        take_place(table, board, seat, pawn, target, victim, 0);
        forget(landed, seat_of(victim), target);
    } else {
        put(table, board, seat, pawn, target, 0);
    }
    if (target >= 0 && table->watched[target]) {
        forget(landed, seat, target);
        landed->at[landed->count++] = (uint16_t)(256 * seat + target);
    }
}

/* A walk that sends home everybody on its way, but nobody in a lane (DOG-R03, DOG-R06). */
void burn(const struct table *table, struct board *board, const struct step *step)
{
    int field = board->place[step->seat][step->pawn];
    int last = step->target >= 0 ? step->target : table->foot[step->seat];
    while (field >= 0 && field != last) {
        field = ahead(table, field, 1);
        if (board->who[field])
            capture(table, board, board->who[field]);
    }
    put(table, board, step->seat, step->pawn, step->target, 0);
}

/* The seats whose pawns such a walk takes on its way (JK-R13, JK-R14). */
uint32_t swept_seats(const struct table *table, int seat, int flags)
{
    return ~(flags & SPARES_TEAM ? table->mates[seat] | 1u << seat : 0);
}

/* A walk that sends home those on its way, then lands as any other. */
void sweep(const struct table *table, struct board *board, struct landed *landed, const struct step *step, int flags)
{
    int field = board->place[step->seat][step->pawn];
    int last = step->target >= 0 ? ahead(table, step->target, -1) : table->foot[step->seat];
    uint32_t swept = swept_seats(table, step->seat, flags);
    while (field >= 0 && field != last) {
        field = ahead(table, field, 1);
        uint8_t met = board->who[field];
        if (!met || !(swept >> seat_of(met) & 1))
            continue;
        capture(table, board, met);
        forget(landed, seat_of(met), field);
    }
    settle(table, board, landed, step);
}

/* The seats beside `own` whose pawns such a walk moves too (JK-R11). */
uint32_t foreign_seats(const struct table *table, uint32_t own, int actor, int flags)
{
    uint32_t all = (1u << table->seats) - 1, team = table->mates[actor] | 1u << actor;
    return (flags & ANY_PAWNS ? all : flags & TEAM_PAWNS ? team : 0) & ~own;
}

/* Another player's pawn stays where it is a blocker (JK-R12). */
int may_walk(const struct table *table, const struct board *board, uint32_t own, int seat, int pawn)
{
    int place = board->place[seat][pawn];
    return place != KENNEL && (own >> seat & 1 || place < 0 || !is_blocker(table, board, seat, place));
}

/* An opponent's pawn walks on the track alone (JK-R12). */
int way_of(const struct table *table, int actor, int seat)
{
    return seat == actor || table->mates[actor] >> seat & 1 ? 0 : NO_LANE;
}

void swap_pawns(const struct table *table, struct board *board, const struct step *step)
{
    int seat = step->seat, pawn = step->pawn, other = step->other_seat, foreign = step->other_pawn;
    int here = board->place[seat][pawn], there = board->place[other][foreign];
    leave(board, seat, pawn);
    leave(board, other, foreign);
    arrive(board, seat, pawn, there);
    arrive(board, other, foreign, here);
    if (seat == other) {
        remember(table, board, seat, here, there, 0);
        if (here == table->start[seat]) /* the one that left it goes first, then the one that comes round */
            remember(table, board, seat, there, here, 0);
        return;
    }
    remember(table, board, seat, here, there, 0);
    remember(table, board, other, there, here, 0);
}

/* The figure counts no field that it avoids and sends home whoever stands on the others (BD-R23, BD-R24). */
void walk_figure(const struct table *table, struct board *board, struct landed *landed, int count)
{
    int field = board->figure;
    while (count-- > 0) {
        field = table->figure_next[field];
        uint8_t bitten = board->who[field];
        if (bitten) {
            capture(table, board, bitten);
            forget(landed, seat_of(bitten), field);
        }
    }
    board->figure = (int16_t)field;
}

/* Everybody on the disc is carried, nobody captured (BD-R17). */
void turn_wheel(const struct table *table, struct board *board, int back)
{
    const int16_t *carry = table->carry[back];
    memset(board->who, 0, sizeof board->who);
    for (int seat = 0; seat < table->seats; seat++)
        for (int pawn = 0; pawn < table->pawns; pawn++) {
            int place = board->place[seat][pawn];
            if (place >= 0)
                arrive(board, seat, pawn, carry[place]);
        }
    if (board->figure >= 0)
        board->figure = carry[board->figure];
    board->wheel = (uint8_t)((board->wheel + (back ? 3 : 1)) % 4);
}
