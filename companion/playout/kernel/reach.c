/* Where a pawn may end: the laws of companion/rules/path.py as bits, one a value. */
#include "kernel.h"

/* The bits from..to. */
static uint64_t span(int from, int to)
{
    if (to < from || from > 63)
        return 0;
    uint64_t below = to >= 63 ? ~(uint64_t)0 : ((uint64_t)1 << (to + 1)) - 1;
    return below & ~(((uint64_t)1 << from) - 1);
}

static int highest(uint64_t bits) { return 63 - __builtin_clzll(bits); }

/* Whether a blocker on the field stops the pawns of `seat`, in some games none of its own colour (CORE-R06, PA-R05). */
static int stops(const struct table *table, const struct board *board, int seat, int field)
{
    uint8_t pawn = board->who[field];
    return pawn && is_blocker(table, board, seat_of(pawn), field) &&
           !(table->walk & PASSES_OWN_START && seat_of(pawn) == seat);
}

/* Fields to the first blocker ahead, more than `most` where none stands so near (CORE-R06). */
static int to_blocker(const struct table *table, const struct board *board, int seat, int origin, int most)
{
    int distance = table->next_guard[origin];
    while (distance <= most) {
        int field = ahead(table, origin, distance);
        if (stops(table, board, seat, field))
            return distance;
        distance += table->next_guard[field];
    }
    return most + 1;
}

/* The values by which the pawn would pass or capture somebody it may not, seen in one direction (+1, -1).

   `passing` is set to the fields to the first pawn that it may not pass (ROY-R01, JK-R06). */
static uint64_t barred(const struct table *table, const struct board *board, int seat, int pawn, int most, int way,
                       int how, int *passing)
{
    uint64_t bits = 0;
    int origin = board->place[seat][pawn];
    *passing = most + 1;
    for (int distance = 1; distance <= most; distance++) {
        int field = ahead(table, origin, way * distance);
        uint8_t other = board->who[field];
        if (!other)
            continue;
        if (spares(table, seat, other))
            bits |= (uint64_t)1 << distance;
        if (!(table->walk & PASSES_OWN) && seat_of(other) == seat && *passing > most)
            *passing = distance; /* JK-R06 */
        if (!table->ranks)
            continue;
        int rank = number_of(other);
        if (table->rank[rank].taken_by_peers && rank != pawn && field != table->start[seat])
            bits |= (uint64_t)1 << distance; /* ROY-R09, ROY-R10 */
        if (rank < pawn && !(how & WITHOUT_RANK) && *passing > most)
            *passing = distance;
        if (way > 0 && table->rank[pawn].passes_blockers && is_blocker(table, board, seat_of(other), field))
            bits |= (uint64_t)1 << distance; /* it passes, but does not land (ROY-R13) */
    }
    return bits;
}

/* Whether a pawn may stop on this goal field: in some houses every deeper one has to be taken (CORE-R14). */
static int leaves_no_gap(const struct table *table, const struct board *board, int seat, int goal)
{
    return !(table->walk & NO_GAPS) || board->lane[seat] >> goal == (1 << (table->lane - goal)) - 1;
}

static int in_lane(const struct table *table, const struct board *board, int seat, int pawn, uint64_t values,
                   struct reach *found)
{
    int number = -1 - board->place[seat][pawn];
    int wasted = table->ranks && table->walk & WASTE_IN_LANE ? table->rank[pawn].wastes : 0;
    int any = 0;
    for (int goal = number + 1; goal <= table->lane && !(board->lane[seat] >> (goal - 1) & 1); goal++) {
        if (!leaves_no_gap(table, board, seat, goal))
            continue;
        found->lane[goal - 1] = span(goal - number, goal - number + wasted) & values;
        any |= found->lane[goal - 1] != 0;
    }
    return any;
}

/* The places into the lane, whose foot is `distance` ahead (CORE-R01, CORE-R10, CORE-R13). */
static uint64_t into_lane(const struct table *table, const struct board *board, int seat, int pawn, int distance,
                          uint64_t values, struct reach *found)
{
    int wasted = table->ranks ? table->rank[pawn].wastes : 0;
    uint64_t fits = 0;
    for (int goal = 1; goal <= table->lane && !(board->lane[seat] >> (goal - 1) & 1); goal++) {
        if (!leaves_no_gap(table, board, seat, goal))
            continue;
        found->lane[goal - 1] = span(distance + goal, distance + goal + wasted) & values;
        fits |= found->lane[goal - 1];
    }
    return fits;
}

/* Where the pawn may end by one of `values`; whether it may anywhere. */
int reach(const struct table *table, const struct board *board, int seat, int pawn, uint64_t values, int how,
          struct reach *found)
{
    int origin = board->place[seat][pawn];
    *found = (struct reach){0};
    if (origin < 0)
        return is_goal(origin) && (!(how & NO_LANE) || table->ranks) && in_lane(table, board, seat, pawn, values, found);
    if (table->ranks && table->rank[pawn].values)
        values &= table->rank[pawn].values;
    if (!values)
        return 0;
    int most = highest(values), passing = most + 1;
    int passes = table->ranks && table->rank[pawn].passes_blockers;
    int blocker = passes ? most + 1 : to_blocker(table, board, seat, origin, most);
    found->track = span(1, blocker - 1);
    if (table->ranks || (table->walk & (CAPTURES_OWN | PASSES_OWN)) != (CAPTURES_OWN | PASSES_OWN)) {
        found->track &= ~barred(table, board, seat, pawn, most, 1, how, &passing);
        found->track &= span(1, passing);
    }
    if (how & AVOIDS_FIGURE && board->figure >= 0) {
        int distance = ahead(table, board->figure, -origin);
        if (distance <= most)
            found->track &= ~((uint64_t)1 << distance);
    }
    found->track &= values;
    int distance = ahead(table, table->foot[seat], -origin);
    if (how & NO_LANE || distance >= most)
        return found->track != 0;
    int gone = ahead(table, origin, -table->start[seat]);
    int starts_out = gone <= table->lead && (gone || !(board->touched >> seat & 1));
    uint64_t fits = 0;
    if (!starts_out && blocker > distance && passing > distance)
        fits = into_lane(table, board, seat, pawn, distance, values, found);
    if (!(table->walk & HOME_OPTIONAL))
        found->track &= ~fits; /* CORE-R04 */
    if (!(table->walk & EXTRA_LAP) && !starts_out)
        found->track &= span(1, distance); /* TK-R24 */
    return (found->track | fits) != 0;
}

/* The values by which the pawn may walk backward, always on the track (DOG-R16..R22). */
uint64_t reach_back(const struct table *table, const struct board *board, int seat, int pawn, uint64_t values, int how)
{
    int origin = board->place[seat][pawn];
    if (table->ranks && table->rank[pawn].values)
        values &= table->rank[pawn].values;
    if (origin < 0 || !values)
        return 0;
    int most = highest(values), passing;
    int passes = table->ranks && table->rank[pawn].passes_blockers;
    values &= ~barred(table, board, seat, pawn, most, -1, how, &passing);
    values &= span(1, passing);
    for (int distance = 1; distance <= most; distance++) {
        int field = ahead(table, origin, -distance);
        if (stops(table, board, seat, field))
            values &= passes ? ~((uint64_t)1 << distance) : span(1, distance - 1);
        if (!(table->walk & BACK_OVER_START) && field == table->start[seat])
            values &= span(1, distance); /* DOG-R17 */
    }
    return values;
}
