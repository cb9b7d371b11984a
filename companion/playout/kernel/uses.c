/* Every way to carry out a use that moves one pawn or two: companion/rules/mechanics, one function a file. */
#include "lister.h"

/* The seats whose pawns a walk moves, the player's own first; gives the bits of the own ones. */
static uint32_t walkers(const struct mover *mover, int flags, uint8_t *seats, int *count)
{
    uint32_t own = 0;
    for (*count = 0; *count < mover->seats; ++*count) {
        seats[*count] = mover->own[*count];
        own |= 1u << mover->own[*count];
    }
    *count = flags & OTHERS_ONLY ? 0 : *count;
    uint32_t others = foreign_seats(mover->table, own, mover->actor, flags);
    for (; others; others &= others - 1)
        seats[(*count)++] = (uint8_t)__builtin_ctz(others);
    return own;
}

/* Every way to walk one pawn by one of `values`, its continuation on the track before those in the lane. */
static int walks(struct lister *lister, const struct use *use, int how, int no_kings,
                 void (*then)(struct lister *, struct draft *, int value))
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    int any = 0, flags = use->op == WALK ? use->flags : 0, count;
    uint8_t seats[SEATS];
    uint32_t own = walkers(mover, flags, seats, &count);
    how |= mover->avoids_figure ? AVOIDS_FIGURE : 0;
    for (int at = 0; at < count; at++)
        for (int index = 0, seat = seats[at]; index < table->pawns && lister->answer < HAS_EFFECT; index++) {
            struct reach found;
            int origin = mover->board->place[seat][index], way = own >> seat & 1 ? 0 : way_of(table, mover->actor, seat);
            if (!may_walk(table, mover->board, own, seat, index) || (no_kings && table->rank[index].values) ||
                !reach(table, mover->board, seat, index, use->values, how | way, &found))
                continue;
            for (uint64_t bits = use->values; bits; bits &= bits - 1) {
                int value = __builtin_ctzll(bits);
                for (int end = table->lane; end >= 0; end--) { /* the track, then the deepest goal first */
                    if (!((end == table->lane ? found.track : found.lane[end]) >> value & 1))
                        continue;
                    struct draft draft = mover->start;
                    int target = end == table->lane ? ahead(table, origin, value) : -2 - end;
                    if (flags & SWEEPS)
                        sweep_over(table, &draft, seat, index, target, value, flags);
                    else
                        land(table, &draft, seat, index, target, value);
                    any = 1;
                    then(lister, &draft, value);
                }
            }
        }
    return any;
}

static void walked(struct lister *lister, struct draft *draft, int value)
{
    (void)value;
    take(lister, draft);
}

static void figure_follows(struct lister *lister, struct draft *draft, int value)
{
    move_figure(lister->table, draft, value);
    take(lister, draft);
}

static void neighbour_loses(struct lister *lister, struct draft *draft, int kind)
{
    const struct table *table = lister->table;
    int next = (lister->mover.actor + table->turn_step + table->seats) % table->seats;
    draft->step[draft->count++] = (struct move){.kind = (int8_t)kind, .seat = (int8_t)lister->mover.actor,
                                                .other_seat = (int8_t)next, .rank = -1};
    take(lister, draft);
}

static void loses_card(struct lister *lister, struct draft *draft, int value)
{
    (void)value;
    neighbour_loses(lister, draft, DISCARDS);
}

static void loses_turn(struct lister *lister, struct draft *draft, int value)
{
    (void)value;
    neighbour_loses(lister, draft, SKIPS);
}

static void skip(struct lister *lister, const struct use *use)
{
    void (*loss)(struct lister *, struct draft *, int) = use->flags & KEEPS_TURN ? loses_card : loses_turn;
    if (use->flags & MOVES_TOO && walks(lister, use, 0, 0, loss))
        return;
    struct draft draft = lister->mover.start;
    loss(lister, &draft, 0);
}

static void retreats(struct lister *lister, const struct use *use)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    int how = use->flags & IGNORES_RANK ? WITHOUT_RANK : 0;
    for (int at = 0; at < mover->seats; at++)
        for (int index = 0, seat = mover->own[at]; index < table->pawns; index++) {
            uint64_t bits = reach_back(table, mover->board, seat, index, use->values, how);
            for (; bits; bits &= bits - 1) {
                int value = __builtin_ctzll(bits);
                struct draft draft = mover->start;
                land(table, &draft, seat, index, ahead(table, mover->board->place[seat][index], -value), -value);
                take(lister, &draft);
            }
        }
}

/* CORE-R28, CORE-R09 */
static void starts(struct lister *lister)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    for (int at = 0; at < mover->seats; at++) {
        int seat = mover->own[at];
        uint8_t stands = mover->board->who[table->start[seat]];
        int own = stands && seat_of(stands) == seat;
        if (own ? !(mover->board->touched >> seat & 1) : spares(table, seat, stands))
            continue;
        for (int index = 0; index < table->pawns; index++) {
            if (mover->board->place[seat][index] != KENNEL)
                continue;
            struct draft draft = mover->start;
            start_pawn(table, &draft, seat, index);
            take(lister, &draft);
            if (!table->ranks)
                break;
        }
    }
}

static int may_be_swapped(const struct mover *mover, int seat, int index)
{
    int place = mover->board->place[seat][index];
    return place >= 0 && !is_blocker(mover->table, mover->board, seat, place);
}

static void swap(struct lister *lister, int seat, int index, int other, int foreign)
{
    const struct board *board = lister->mover.board;
    struct draft draft = lister->mover.start;
    swap_places(lister->table, &draft, seat, board->place[seat][index], other, board->place[other][foreign]);
    take(lister, &draft);
}

/* Two pawns of two other players change; whether any can (PA-R07). */
static int swap_others(struct lister *lister)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    uint32_t own = 0;
    int any = 0;
    for (int at = 0; at < mover->seats; at++)
        own |= 1u << mover->own[at];
    for (int first = 0; first < table->seats; first++)
        for (int second = first + 1; second < table->seats; second++)
            for (int pawn = 0; !((own >> first | own >> second) & 1) && pawn < table->pawns; pawn++)
                for (int other = 0; may_be_swapped(mover, first, pawn) && other < table->pawns; other++)
                    if (may_be_swapped(mover, second, other)) {
                        swap(lister, first, pawn, second, other);
                        any = 1;
                    }
    return any;
}

/* BD-R45..R50, ST-R10, DOG-R14 */
static void swaps(struct lister *lister, int flags)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    int any = 0;
    for (int at = 0; at < mover->seats; at++) {
        int seat = mover->own[at], own[PAWNS], count = 0;
        for (int index = 0; index < table->pawns; index++)
            if (flags & OWN_BLOCKER ? mover->board->place[seat][index] >= 0 : may_be_swapped(mover, seat, index))
                own[count++] = index;
        for (int first = 0; flags & OWN_PAIR && first < count; first++)
            for (int second = first + 1; second < count; second++, any = 1)
                swap(lister, seat, own[first], seat, own[second]);
        for (int other = 0; other < table->seats; other++) {
            if (other == seat || (flags & OPPONENTS_ONLY && table->mates[seat] >> other & 1))
                continue;
            for (int first = 0; first < count; first++)
                for (int foreign = 0; foreign < table->pawns; foreign++)
                    if (may_be_swapped(mover, other, foreign)) {
                        swap(lister, seat, own[first], other, foreign);
                        any = 1;
                    }
        }
    }
    if (flags & ANY_PAIR)
        any |= swap_others(lister);
    if (any || !(flags & MAY_BE_VOID))
        return;
    struct draft draft = mover->start;
    draft.step[draft.count++] = (struct move){.kind = NOTHING_MOVES, .seat = -1, .other_seat = -1, .rank = -1};
    take(lister, &draft);
}

/* BD-R36..R44, ROY-R33 */
static void pulls(struct lister *lister, int flags)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    for (int at = 0; at < mover->seats; at++)
        for (int index = 0, seat = mover->own[at]; index < table->pawns; index++) {
            int origin = mover->board->place[seat][index];
            if (origin < 0)
                continue;
            int distance = 1, field = ahead(table, origin, 1);
            while (field != origin && !mover->board->who[field] && field != mover->board->figure)
                distance++, field = ahead(table, field, 1);
            if (field == origin || (distance == 1 && !(flags & ZERO)))
                continue;
            struct draft draft = mover->start;
            if (distance > 1)
                land(table, &draft, seat, index, ahead(table, origin, distance - 1), distance - 1);
            else
                draft.step[draft.count++] = (struct move){.kind = NOTHING_MOVES, .seat = (int8_t)seat, .other_seat = -1,
                                                          .rank = -1, .origin = (int16_t)origin,
                                                          .target = (int16_t)origin};
            take(lister, &draft);
        }
}

static void jump_if_free(struct lister *lister, int seat, int index, int target)
{
    const struct board *board = lister->mover.board;
    if (spares(lister->table, seat, target == CENTRE ? board->centre : board->who[target]))
        return;
    struct draft draft = lister->mover.start;
    jump_to(lister->table, &draft, seat, index, target);
    take(lister, &draft);
}

/* TK-R15..R20 */
static void doors(struct lister *lister)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    for (int at = 0; at < mover->seats; at++)
        for (int index = 0, seat = mover->own[at]; index < table->pawns; index++) {
            int origin = mover->board->place[seat][index];
            if (origin >= 0 && table->door[origin])
                jump_if_free(lister, seat, index, CENTRE);
            for (int field = 0; origin == CENTRE && field < table->fields; field++)
                if (table->door_any ? table->door[field] : field == table->exit[seat])
                    jump_if_free(lister, seat, index, field);
        }
}

/* An own pawn goes where a foreign one stands (PJ-R01, PJ-R02). */
static void places(struct lister *lister, int flags, int seat, int index)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    for (int other = 0; other < table->seats; other++) {
        if (other == seat || (flags & TAKES_OPPONENTS && table->mates[seat] >> other & 1))
            continue;
        for (int foreign = 0; foreign < table->pawns; foreign++)
            if (may_be_swapped(mover, other, foreign))
                jump_if_free(lister, seat, index, mover->board->place[other][foreign]);
    }
}

static void take_places(struct lister *lister, int flags)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    for (int at = 0; at < mover->seats; at++) {
        int seat = mover->own[at];
        for (int index = 0; flags & FROM_KENNEL && index < table->pawns; index++) {
            if (mover->board->place[seat][index] != KENNEL)
                continue;
            places(lister, flags, seat, index);
            if (!table->ranks)
                break;
        }
        for (int index = 0; index < table->pawns; index++)
            if (mover->board->place[seat][index] >= 0)
                places(lister, flags, seat, index);
    }
}

/* One part of a pair, then the other; `but` is the pawn that has walked, 256 * seat + place (PJ-R03, PJ-R04). */
static void pair_parts(struct lister *lister, const struct draft *before, uint64_t values, int forward, int points, int but)
{
    const struct mover *mover = &lister->mover;
    const struct table *table = lister->table;
    int how = mover->avoids_figure ? AVOIDS_FIGURE : 0;
    struct board board;
    fill(table, &before->rows, &board);
    for (int at = 0; at < mover->seats; at++)
        for (int index = 0, seat = mover->own[at]; index < table->pawns && lister->answer < HAS_EFFECT; index++) {
            struct reach found = {0};
            int origin = board.place[seat][index];
            if (origin == KENNEL || 256 * seat + origin == but)
                continue;
            if (forward)
                reach(table, &board, seat, index, values, how, &found);
            else
                found.track = reach_back(table, &board, seat, index, values, 0);
            for (uint64_t bits = values; bits; bits &= bits - 1) {
                int value = __builtin_ctzll(bits);
                for (int end = table->lane; end >= 0; end--) {
                    if (!((end == table->lane ? found.track : found.lane[end]) >> value & 1))
                        continue;
                    int target = end == table->lane ? ahead(table, origin, forward ? value : -value) : -2 - end;
                    struct draft draft = *before;
                    land(table, &draft, seat, index, target, forward ? value : -value);
                    if (points)
                        pair_parts(lister, &draft, (uint64_t)1 << (points - value), !forward, 0, 256 * seat + target);
                    else
                        take(lister, &draft);
                }
            }
        }
}

static void pairs(struct lister *lister, int points)
{
    for (int forward = 1; forward >= 0; forward--)
        pair_parts(lister, &lister->mover.start, ((uint64_t)1 << points) - 2, forward, points, -1024);
}

/* Every way to carry the use out, before the after-effects. */
void list_use(struct lister *lister, const struct use *use)
{
    switch (use->op) {
    case START:
        starts(lister);
        break;
    case WALK:
        walks(lister, use, use->flags & IGNORES_RANK ? WITHOUT_RANK : 0, use->flags & NO_KINGS, walked);
        break;
    case BACK:
        retreats(lister, use);
        break;
    case SWAP:
        swaps(lister, use->flags);
        break;
    case PULL:
        pulls(lister, use->flags);
        break;
    case DOOR:
        doors(lister);
        break;
    case FIGURE:
        if (lister->mover.board->figure >= 0)
            walks(lister, use, 0, 0, figure_follows);
        break;
    case SKIP:
        skip(lister, use);
        break;
    case PLACE:
        take_places(lister, use->flags);
        break;
    case PAIR:
        pairs(lister, use->points);
        break;
    case SEVEN:
    case SPLIT:
        spread_points(lister, use);
        break;
    default:
        lister->refused = 1;
    }
}
