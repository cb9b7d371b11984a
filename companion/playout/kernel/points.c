/* Points of one card shared out over several pawns: one random way, found by going down and, where that fails often, by
   a search that leaves nothing out.  Portions in a row of the same pawn are one portion (DOG-R02, BD-R58). */
#include "kernel.h"

enum { TRIES = 6, GREEDY_TRIES = 6 };

/* A board with some of the points spent. */
struct spent {
    struct board board;
    struct landed landed;
    uint64_t walked; /* bit a pawn */
    int left, count;
    uint8_t last;
};

/* The seats whose pawns may take points now. */
static uint32_t sharing(const struct turn *turn, const struct use *use, const struct board *board)
{
    const struct table *table = turn->table;
    uint32_t actor = 1u << turn->actor, mates = table->mates[turn->actor], all = (1u << table->seats) - 1;
    if (use->op == SEVEN) {
        if (use->flags & PARTNERS && mates)
            return actor | mates;
        int helps = use->flags & HELPS && turn->own == actor && mates && is_done(table, board, turn->actor);
        return helps ? mates : turn->own;
    }
    if (!mates)
        return all;
    const struct board *seen = use->flags & SAME_CARD ? board : turn->board;
    int done = 0;
    for (int seat = 0; seat < table->seats; seat++)
        done |= ((actor | mates) >> seat & 1) && is_done(table, seen, seat);
    if (use->flags & NO_OPPONENTS || !done)
        return actor | mates;
    return use->flags & PRINTED ? all & ~actor : all;
}

/* The pawns outside their kennels that did not take the last portion; how many they are. */
static uint32_t movers(const struct turn *turn, const struct use *use, const struct spent *now, uint8_t *pawns)
{
    const struct table *table = turn->table;
    uint32_t count = 0, seats = sharing(turn, use, &now->board);
    for (int seat = 0; seat < table->seats; seat++)
        for (int number = 0; seats >> seat & 1 && number < table->pawns; number++)
            if (now->board.place[seat][number] != KENNEL && pawn_of(seat, number) != now->last)
                pawns[count++] = pawn_of(seat, number);
    return count;
}

/* How far the pawn may walk with one portion; 0 = not at all. */
static int portion(const struct turn *turn, const struct use *use, const struct spent *now, uint8_t pawn,
                   struct reach *found)
{
    const struct table *table = turn->table;
    int seat = seat_of(pawn), number = number_of(pawn), place = now->board.place[seat][number];
    if (use->op == SEVEN && !(use->flags & REVISIT) && now->walked >> pawn & 1)
        return 0;
    int how = turn->avoids_figure ? AVOIDS_FIGURE : 0;
    if (use->op == SPLIT && seat != turn->actor && !(table->mates[turn->actor] >> seat & 1)) {
        if (!(use->flags & MOVES_BLOCKERS) && place == table->start[seat])
            return 0;
        how |= use->flags & OPENS_LANES ? 0 : NO_LANE;
    }
    uint64_t values = ((uint64_t)2 << now->left) - 2;
    if (use->portions) {
        if (now->count == use->portions)
            return 0;
        if (now->count + 1 == use->portions)
            values = (uint64_t)1 << now->left;
    }
    return reach(table, &now->board, seat, number, values, how, found);
}

static void walk(const struct turn *turn, const struct use *use, struct spent *now, const struct step *step)
{
    if (use->op == SEVEN && use->flags & BURNS)
        burn(turn->table, &now->board, step);
    else
        settle(turn->table, &now->board, &now->landed, step);
    now->last = pawn_of(step->seat, step->pawn);
    now->walked |= (uint64_t)1 << now->last;
    now->left -= step->value;
    now->count++;
}

static struct step step_of(const struct use *use, uint8_t pawn, int value, int target)
{
    return (struct step){.op = (uint8_t)use->op, .seat = (uint8_t)seat_of(pawn), .pawn = (uint8_t)number_of(pawn),
                         .value = (uint8_t)value, .target = (int16_t)target};
}

/* The index-th of the ends, those on the track first. */
static struct step nth(const struct turn *turn, const struct use *use, const struct spent *now, uint8_t pawn,
                       const struct reach *found, uint32_t index)
{
    uint64_t bits = found->track;
    int goal = 0;
    while (index >= (uint32_t)__builtin_popcountll(bits)) {
        index -= (uint32_t)__builtin_popcountll(bits);
        bits = found->lane[goal++];
    }
    while (index--)
        bits &= bits - 1;
    int value = __builtin_ctzll(bits);
    int origin = now->board.place[seat_of(pawn)][number_of(pawn)];
    return step_of(use, pawn, value, goal ? -1 - goal : ahead(turn->table, origin, value));
}

static uint32_t ends(const struct reach *found)
{
    uint32_t count = (uint32_t)__builtin_popcountll(found->track);
    for (int goal = 0; goal < LANE; goal++)
        count += (uint32_t)__builtin_popcountll(found->lane[goal]);
    return count;
}

/* One way down at random; 0 where it ends before the points do. */
static int descend(const struct turn *turn, const struct use *use, struct spent *now, struct play *play)
{
    play->score = 0;
    while (now->left > 0) {
        uint8_t pawns[SEATS * PAWNS], pawn = 0;
        uint32_t count = movers(turn, use, now, pawns), tried = 0;
        if (!count)
            return 0;
        uint32_t index = choose(turn->chance, count);
        struct reach found;
        while (!portion(turn, use, now, pawn = pawns[index], &found)) {
            if (turn->chance->scripted || ++tried == count)
                return 0;
            index = index + 1 < count ? index + 1 : 0;
        }
        struct step step = nth(turn, use, now, pawn, &found, choose(turn->chance, ends(&found)));
        if (turn->chance->greedy)
            play->score += score_step(turn, &now->board, &step, use);
        play->step[now->count] = step;
        walk(turn, use, now, &step);
    }
    play->count = now->count;
    return 1;
}

/* The first way there is, each pawn with its longest portion first. */
static int solve(const struct turn *turn, const struct use *use, const struct spent *now, struct play *play)
{
    uint8_t pawns[SEATS * PAWNS];
    uint32_t count = movers(turn, use, now, pawns);
    for (uint32_t which = 0; which < count; which++) {
        struct reach found;
        if (!portion(turn, use, now, pawns[which], &found))
            continue;
        for (uint32_t index = ends(&found); index-- > 0;) {
            struct spent after = *now;
            play->step[now->count] = nth(turn, use, now, pawns[which], &found, index);
            walk(turn, use, &after, &play->step[now->count]);
            play->count = after.count;
            if (!after.left || solve(turn, use, &after, play))
                return 1;
        }
    }
    return 0;
}

/* Fills in the steps of `play`; 0 where the points cannot all be spent. */
int choose_points(const struct turn *turn, const struct use *use, struct play *play)
{
    const struct spent start = {.board = *turn->board, .left = use->points};
    struct play found = *play;
    int any = 0, tries = turn->chance->scripted ? 1 : turn->chance->greedy ? GREEDY_TRIES : TRIES;
    while (tries-- > 0) {
        struct spent now = start;
        if (!descend(turn, use, &now, &found) || (any && found.score <= play->score))
            continue;
        *play = found;
        any = 1;
        if (!turn->chance->greedy)
            return 1;
    }
    if (any || turn->chance->scripted)
        return any;
    play->score = 0;
    return solve(turn, use, &start, play);
}
