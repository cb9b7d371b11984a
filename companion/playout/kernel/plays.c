/* One play of a card: chosen at random or for its worth, then carried out with its after-effects. */
#include "kernel.h"

/* Candidates pass by one at a time; each is kept as likely as any other, or for its score. */
struct pick {
    const struct turn *turn;
    const struct use *use;
    uint32_t seen, wanted;
    int best;
    struct step step, second; /* `second` is no use where one step is all */
};

static struct pick pick_of(const struct turn *turn)
{
    struct pick pick = {.turn = turn};
    if (turn->chance->scripted)
        pick.wanted = choose(turn->chance, 1);
    return pick;
}

/* In a script the number of candidates is known only now. */
static int picked(struct pick *pick)
{
    struct chance *chance = pick->turn->chance;
    if (chance->scripted && chance->at <= DIGITS)
        chance->bound[chance->at - 1] = (uint16_t)(pick->seen ? pick->seen : 1);
    return pick->seen > 0;
}

static inline void offer(struct pick *pick, struct step step)
{
    struct chance *chance = pick->turn->chance;
    if (chance->scripted) {
        if (pick->seen++ == pick->wanted)
            pick->step = step, pick->second.op = NO_USE;
        return;
    }
    if (chance->greedy) {
        int score = score_step(pick->turn, pick->turn->board, &step, pick->use);
        if (pick->seen && score < pick->best)
            return;
        if (!pick->seen || score > pick->best)
            pick->seen = 0;
        pick->best = score;
    }
    if (choose(chance, ++pick->seen) == 0)
        pick->step = step, pick->second.op = NO_USE;
}

/* A candidate of two steps, with the board between them. */
static void offer_two(struct pick *pick, struct step first, const struct board *between, struct step second)
{
    struct chance *chance = pick->turn->chance;
    if (chance->greedy && !chance->scripted) {
        int score = score_step(pick->turn, pick->turn->board, &first, pick->use) +
                    score_step(pick->turn, between, &second, pick->use);
        if (pick->seen && score < pick->best)
            return;
        if (!pick->seen || score > pick->best)
            pick->seen = 0;
        pick->best = score;
    }
    int chosen = chance->scripted ? pick->seen++ == pick->wanted : choose(chance, ++pick->seen) == 0;
    if (chosen)
        pick->step = first, pick->second = second;
}

static void offer_walks(struct pick *pick, uint64_t values, int op, int how, int flags)
{
    const struct turn *turn = pick->turn;
    const struct table *table = turn->table;
    how |= turn->avoids_figure ? AVOIDS_FIGURE : 0;
    uint32_t own = flags & OTHERS_ONLY ? 0 : turn->own, seats = own | foreign_seats(table, turn->own, turn->actor, flags);
    for (int seat = 0; seat < table->seats; seat++) {
        if (!(seats >> seat & 1))
            continue;
        int way = turn->own >> seat & 1 ? 0 : way_of(table, turn->actor, seat);
        for (int pawn = 0; pawn < table->pawns; pawn++) {
            struct reach found;
            int origin = turn->board->place[seat][pawn];
            if (!may_walk(table, turn->board, turn->own, seat, pawn) || (flags & NO_KINGS && table->rank[pawn].values) ||
                !reach(table, turn->board, seat, pawn, values, how | way, &found))
                continue;
            struct step step = {.op = (uint8_t)op, .seat = (uint8_t)seat, .pawn = (uint8_t)pawn,
                                .other_seat = (uint8_t)pick->use->flags};
            for (uint64_t bits = found.track; bits; bits &= bits - 1) {
                step.value = (uint8_t)__builtin_ctzll(bits);
                step.target = (int16_t)ahead(table, origin, step.value);
                offer(pick, step);
            }
            for (int goal = 0; goal < turn->table->lane; goal++)
                for (uint64_t bits = found.lane[goal]; bits; bits &= bits - 1) {
                    step.value = (uint8_t)__builtin_ctzll(bits);
                    step.target = (int16_t)(-2 - goal);
                    offer(pick, step);
                }
        }
    }
}

static void offer_backward(struct pick *pick, uint64_t values, int how)
{
    const struct turn *turn = pick->turn;
    const struct table *table = turn->table;
    for (int seat = 0; seat < table->seats; seat++)
        for (int pawn = 0; turn->own >> seat & 1 && pawn < table->pawns; pawn++) {
            struct step step = {.op = BACK, .seat = (uint8_t)seat, .pawn = (uint8_t)pawn};
            for (uint64_t bits = reach_back(table, turn->board, seat, pawn, values, how); bits; bits &= bits - 1) {
                step.value = (uint8_t)__builtin_ctzll(bits);
                step.target = (int16_t)ahead(table, turn->board->place[seat][pawn], -step.value);
                offer(pick, step);
            }
        }
}

/* A pawn in the kennel goes to its start field (CORE-R08, CORE-R09, CORE-R28). */
static void offer_starts(struct pick *pick)
{
    const struct turn *turn = pick->turn;
    const struct table *table = turn->table;
    for (int seat = 0; seat < table->seats; seat++) {
        if (!(turn->own >> seat & 1))
            continue;
        uint8_t holder = turn->board->who[table->start[seat]];
        int own = holder && seat_of(holder) == seat;
        if (own ? !(turn->board->touched >> seat & 1) : spares(table, seat, holder))
            continue;
        for (int pawn = 0; pawn < table->pawns; pawn++) {
            if (turn->board->place[seat][pawn] != KENNEL)
                continue;
            offer(pick, (struct step){.op = START, .seat = (uint8_t)seat, .pawn = (uint8_t)pawn,
                                      .target = (int16_t)table->start[seat]});
            if (!table->ranks)
                break;
        }
    }
}

static int may_be_swapped(const struct turn *turn, int seat, int pawn)
{
    int place = turn->board->place[seat][pawn];
    return place >= 0 && !is_blocker(turn->table, turn->board, seat, place);
}

/* Two pawns of two other players exchange (PA-R07); how many pairs there are. */
static int offer_swaps_of_others(struct pick *pick)
{
    const struct turn *turn = pick->turn;
    int pairs = 0, pawns = turn->table->pawns;
    for (int first = 0; first < turn->table->seats; first++)
        for (int second = first + 1; second < turn->table->seats; second++)
            for (int pawn = 0; !((turn->own >> first | turn->own >> second) & 1) && pawn < pawns; pawn++)
                for (int other = 0; may_be_swapped(turn, first, pawn) && other < pawns; other++)
                    if (may_be_swapped(turn, second, other)) {
                        pairs++;
                        offer(pick, (struct step){.op = SWAP, .seat = (uint8_t)first, .pawn = (uint8_t)pawn,
                                                  .other_seat = (uint8_t)second, .other_pawn = (uint8_t)other});
                    }
    return pairs;
}

/* Two pawns on the track exchange, none of them a blocker (BD-R45..R50). */
static void offer_swaps(struct pick *pick, int flags)
{
    const struct turn *turn = pick->turn;
    const struct table *table = turn->table;
    int pairs = 0;
    for (int seat = 0; seat < table->seats; seat++)
        for (int pawn = 0; turn->own >> seat & 1 && pawn < table->pawns; pawn++) {
            int place = turn->board->place[seat][pawn];
            if (place < 0 || !(flags & OWN_BLOCKER || may_be_swapped(turn, seat, pawn)))
                continue;
            for (int other = 0; other < table->seats; other++) {
                if (other == seat ? !(flags & OWN_PAIR) : flags & OPPONENTS_ONLY && table->mates[seat] >> other & 1)
                    continue;
                for (int foreign = other == seat ? pawn + 1 : 0; foreign < table->pawns; foreign++) {
                    int fit = other == seat && flags & OWN_BLOCKER ? turn->board->place[other][foreign] >= 0
                                                                  : may_be_swapped(turn, other, foreign);
                    if (!fit)
                        continue;
                    pairs++;
                    offer(pick, (struct step){.op = SWAP, .seat = (uint8_t)seat, .pawn = (uint8_t)pawn,
                                              .other_seat = (uint8_t)other, .other_pawn = (uint8_t)foreign});
                }
            }
        }
    if (flags & ANY_PAIR)
        pairs += offer_swaps_of_others(pick);
    if (!pairs && flags & MAY_BE_VOID && turn->voids)
        offer(pick, (struct step){.op = VOID});
}

/* A pawn is pulled up behind the next figure on the track (BD-R36..R44). */
static void offer_pulls(struct pick *pick, int flags)
{
    const struct turn *turn = pick->turn;
    const struct table *table = turn->table;
    for (int seat = 0; seat < table->seats; seat++)
        for (int pawn = 0; turn->own >> seat & 1 && pawn < table->pawns; pawn++) {
            int origin = turn->board->place[seat][pawn];
            if (origin < 0)
                continue;
            int distance = 1, field = ahead(table, origin, 1);
            while (field != origin && !turn->board->who[field] && field != turn->board->figure)
                distance++, field = ahead(table, field, 1);
            if (field == origin)
                continue;
            struct step step = {.op = PULL, .seat = (uint8_t)seat, .pawn = (uint8_t)pawn,
                                .target = (int16_t)ahead(table, field, -1)};
            if (distance == 1)
                step.op = VOID;
            if (distance > 1 || (flags & ZERO && turn->voids))
                offer(pick, step);
        }
}

static void offer_doors(struct pick *pick)
{
    const struct turn *turn = pick->turn;
    const struct table *table = turn->table;
    for (int seat = 0; seat < table->seats; seat++)
        for (int pawn = 0; turn->own >> seat & 1 && pawn < table->pawns; pawn++) {
            int origin = turn->board->place[seat][pawn];
            struct step step = {.op = DOOR, .seat = (uint8_t)seat, .pawn = (uint8_t)pawn, .target = CENTRE};
            if (origin >= 0 && table->door[origin] && !spares(table, seat, turn->board->centre))
                offer(pick, step);
            if (origin != CENTRE)
                continue;
            for (int field = 0; field < table->fields; field++) {
                int open = table->door_any ? table->door[field] : field == table->exit[seat];
                step.target = (int16_t)field;
                if (open && !spares(table, seat, turn->board->who[field]))
                    offer(pick, step);
            }
        }
}

/* An own pawn goes where a foreign one stands (PJ-R01, PJ-R02). */
static void offer_places(struct pick *pick, int flags)
{
    const struct turn *turn = pick->turn;
    const struct table *table = turn->table;
    for (int seat = 0; seat < table->seats; seat++)
        for (int pawn = 0, waiting = 0; turn->own >> seat & 1 && pawn < table->pawns; pawn++) {
            int origin = turn->board->place[seat][pawn];
            if (origin == KENNEL ? !(flags & FROM_KENNEL) || (waiting++ && !table->ranks) : origin < 0)
                continue;
            struct step step = {.op = DOOR, .seat = (uint8_t)seat, .pawn = (uint8_t)pawn};
            for (int other = 0; other < table->seats; other++) {
                if (other == seat || (flags & TAKES_OPPONENTS && table->mates[seat] >> other & 1))
                    continue;
                for (int foreign = 0; foreign < table->pawns; foreign++) {
                    step.target = turn->board->place[other][foreign];
                    if (may_be_swapped(turn, other, foreign) && !spares(table, seat, turn->board->who[step.target]))
                        offer(pick, step);
                }
            }
        }
}

/* One part of a pair: the first, or the `second` after it; 0 is no first step. */
static void offer_parts(struct pick *pick, const struct board *board, uint64_t values, int forward, int points,
                        const struct step *first)
{
    const struct turn *turn = pick->turn;
    const struct table *table = turn->table;
    for (int seat = 0; seat < table->seats; seat++)
        for (int pawn = 0; turn->own >> seat & 1 && pawn < table->pawns; pawn++) {
            struct reach found = {0};
            int origin = board->place[seat][pawn];
            if (origin == KENNEL || (first && first->seat == seat && first->pawn == pawn))
                continue;
            if (forward)
                reach(table, board, seat, pawn, values, turn->avoids_figure ? AVOIDS_FIGURE : 0, &found);
            else
                found.track = reach_back(table, board, seat, pawn, values, 0);
            for (int end = table->lane; end >= 0; end--)
                for (uint64_t bits = end == table->lane ? found.track : found.lane[end]; bits; bits &= bits - 1) {
                    int value = __builtin_ctzll(bits);
                    struct step step = {.op = forward ? WALK : BACK, .seat = (uint8_t)seat, .pawn = (uint8_t)pawn,
                                        .value = (uint8_t)value, .target = (int16_t)(-2 - end)};
                    if (end == table->lane)
                        step.target = (int16_t)ahead(table, origin, forward ? value : -value);
                    if (first) {
                        offer_two(pick, *first, board, step);
                        continue;
                    }
                    struct board between = *board;
                    struct landed landed = {0};
                    settle(table, &between, &landed, &step);
                    offer_parts(pick, &between, (uint64_t)1 << (points - value), !forward, 0, &step);
                }
        }
}

static void offer_use(struct pick *pick, const struct use *use)
{
    pick->use = use;
    switch (use->op) {
    case START:
        offer_starts(pick);
        break;
    case WALK:
        offer_walks(pick, use->values, WALK, use->flags & IGNORES_RANK ? WITHOUT_RANK : 0, use->flags);
        break;
    case BACK:
        offer_backward(pick, use->values, use->flags & IGNORES_RANK ? WITHOUT_RANK : 0);
        break;
    case SWAP:
        offer_swaps(pick, use->flags);
        break;
    case PULL:
        offer_pulls(pick, use->flags);
        break;
    case DOOR:
        offer_doors(pick);
        break;
    case PLACE:
        offer_places(pick, use->flags);
        break;
    case PAIR:
        for (int forward = 1; forward >= 0; forward--)
            offer_parts(pick, pick->turn->board, ((uint64_t)1 << use->points) - 2, forward, use->points, 0);
        break;
    case FIGURE:
        if (pick->turn->board->figure >= 0)
            offer_walks(pick, use->values, FIGURE, 0, 0);
        break;
    case SKIP: {
        uint32_t before = pick->seen;
        if (use->flags & MOVES_TOO)
            offer_walks(pick, use->values, SKIP, 0, 0);
        if (pick->seen == before)
            offer(pick, (struct step){.op = SKIP, .target = NOWHERE, .other_seat = (uint8_t)use->flags});
        break;
    }
    default:
        break;
    }
}

static int choose_simple(struct turn *turn, const struct use *uses, struct play *play)
{
    struct pick pick = pick_of(turn);
    for (const struct use *use = uses; use < uses + USES && use->op; use++)
        offer_use(&pick, use);
    if (!picked(&pick))
        return 0;
    play->op = pick.step.op;
    play->count = pick.second.op == NO_USE ? 1 : 2;
    play->score = pick.best;
    play->step[0] = pick.step;
    play->step[1] = pick.second;
    return 1;
}

static int choose_as(struct turn *turn, int face, struct play *play);

/* The card is played as another face: the copied one, or any that a joker stands for. */
static int choose_face(struct turn *turn, const struct use *use, struct play *play)
{
    if (use->op == COPY) {
        play->acting = turn->copied;
        return turn->copied >= 0 && choose_as(turn, turn->copied, play);
    }
    uint32_t count = (uint32_t)__builtin_popcountll(use->values), first = choose(turn->chance, count);
    struct play best;
    int any = 0;
    for (uint32_t tried = 0; tried < count; tried++) {
        uint64_t bits = use->values;
        for (uint32_t index = (first + tried) % count; index; index--)
            bits &= bits - 1;
        play->acting = __builtin_ctzll(bits);
        int found = choose_as(turn, play->acting, play);
        if (turn->chance->scripted || (found && !turn->chance->greedy))
            return found;
        if (found && (!any || play->score > best.score))
            best = *play, any = 1;
    }
    if (any)
        *play = best;
    return any;
}

static int choose_use(struct turn *turn, const struct use *use, const struct use *uses, struct play *play)
{
    if (!use)
        return choose_simple(turn, uses, play);
    if (use->op == COPY || use->op == JOKER)
        return choose_face(turn, use, play);
    play->op = use->op;
    play->use = *use;
    return choose_points(turn, use, play);
}

/* A play by one of the face's uses.  Those that move one pawn are one way; each of the others is one of its own. */
static int choose_as(struct turn *turn, int face, struct play *play)
{
    const struct use *uses = turn->table->use[face], *way[USES + 1];
    uint32_t ways = 0;
    int simple = 0;
    for (const struct use *use = uses; use < uses + USES && use->op; use++) {
        if (use->op == SEVEN || use->op == SPLIT || use->op == COPY || use->op == JOKER)
            way[ways++] = use;
        else
            simple = 1;
    }
    if (simple)
        way[ways++] = 0;
    if (!ways)
        return 0;
    uint32_t first = ways > 1 ? choose(turn->chance, ways) : 0;
    struct play best;
    int any = 0;
    for (uint32_t tried = 0; tried < ways; tried++) {
        int found = choose_use(turn, way[(first + tried) % ways], uses, play);
        if (turn->chance->scripted || ways == 1 || (found && !turn->chance->greedy))
            return found;
        if (found && (!any || play->score > best.score))
            best = *play, any = 1;
    }
    if (any)
        *play = best;
    return any;
}

struct turn turn_of(const struct table *table, const struct game *game, struct chance *chance)
{
    uint32_t own = 1u << game->turn, helped = 0;
    if (is_done(table, &game->board, game->turn))
        for (int seat = 0; seat < table->seats; seat++)
            if (table->mates[game->turn] >> seat & 1 && !is_done(table, &game->board, seat))
                helped |= 1u << seat;
    return (struct turn){.table = table, .board = &game->board, .chance = chance, .actor = game->turn,
                         .copied = game->copied, .voids = 2, .own = helped ? helped : own};
}

/* A legal play of the card; 0 where there is none.  In a script this is one way, and 0 a way that leads nowhere. */
int choose_play(struct turn *turn, int face, struct play *play)
{
    int voids = turn->voids, found;
    if (turn->table->declared[face] && voids == 1)
        turn->voids = 0; /* a joker is laid without effect only by who names its face (DOG-R14) */
    play->face = face;
    play->acting = -1;
    int spares = turn->table->sparing && !turn->chance->scripted;
    if (spares)
        turn->avoids_figure = 1;
    found = choose_as(turn, face, play);
    if (!found && spares) {
        struct play laid = *play;
        turn->voids = turn->table->declared[face] ? voids == 2 : 1;
        if (!choose_as(turn, face, &laid)) { /* onto the figure only with a card that has no other play (BD-R20) */
            turn->avoids_figure = 0;
            found = choose_as(turn, face, play);
        }
    }
    turn->voids = voids;
    return found;
}

static void carry_out_step(const struct table *table, struct board *board, struct landed *landed,
                           const struct play *play, const struct step *step)
{
    uint8_t victim;
    switch (step->op) {
    case VOID:
        break;
    case START:
        victim = board->who[step->target];
        if (victim)
            take_place(table, board, step->seat, step->pawn, step->target, victim, 1);
        else
            put(table, board, step->seat, step->pawn, step->target, 1);
        break;
    case SWAP:
        swap_pawns(table, board, step);
        break;
    case DOOR:
        victim = step->target == CENTRE ? board->centre : board->who[step->target];
        if (victim)
            take_place(table, board, step->seat, step->pawn, step->target, victim, 0);
        else
            put(table, board, step->seat, step->pawn, step->target, 0);
        break;
    case FIGURE:
        settle(table, board, landed, step);
        walk_figure(table, board, landed, step->value);
        break;
    case SKIP:
        if (step->target != NOWHERE)
            settle(table, board, landed, step);
        break;
    case SEVEN:
        if (play->use.flags & BURNS) {
            burn(table, board, step);
            break;
        }
        settle(table, board, landed, step);
        break;
    default:
        if (step->op == WALK && step->other_seat & SWEEPS)
            sweep(table, board, landed, step, step->other_seat);
        else
            settle(table, board, landed, step);
    }
}

static int wheel_gain(const struct turn *turn, int back)
{
    struct step step = {.op = WALK};
    int total = 0;
    for (int seat = 0; seat < turn->table->seats; seat++)
        for (int pawn = 0; pawn < turn->table->pawns; pawn++) {
            int place = turn->board->place[seat][pawn];
            if (place < 0 || turn->table->carry[back][place] == place)
                continue;
            struct board alone = {.figure = -1};
            alone.place[seat][pawn] = (int16_t)place;
            step.seat = (uint8_t)seat, step.pawn = (uint8_t)pawn;
            step.target = turn->table->carry[back][place];
            total += score_step(turn, &alone, &step, 0);
        }
    return total;
}

/* The disc goes a quarter, clockwise or back, as the player likes (BD-R06). */
static void turn_some_way(const struct turn *turn, struct board *board)
{
    int back = turn->chance->greedy ? wheel_gain(turn, 1) > wheel_gain(turn, 0) : (int)choose(turn->chance, 2);
    turn_wheel(turn->table, board, back);
}

/* Who may goes on from a special field to the next one that is free, or stays (ROY-R16, ROY-R17). */
static void jump_on(const struct turn *turn, struct board *board, const struct landed *landed)
{
    const struct table *table = turn->table;
    struct pick pick = pick_of(turn);
    offer(&pick, (struct step){.op = VOID});
    for (int i = 0; i < landed->count; i++) {
        int seat = landed->at[i] / 256, place = landed->at[i] % 256, field = ahead(table, place, 1);
        uint8_t pawn = board->who[place];
        if (!pawn || seat_of(pawn) != seat || !table->rank[number_of(pawn)].jumps)
            continue;
        while (field != place && !(table->watched[field] && !board->who[field]))
            field = ahead(table, field, 1);
        if (field != place)
            offer(&pick, (struct step){.op = WALK, .seat = (uint8_t)seat, .pawn = (uint8_t)number_of(pawn),
                                       .target = (int16_t)field});
    }
    picked(&pick);
    if (pick.step.op != VOID)
        put(table, board, pick.step.seat, pick.step.pawn, pick.step.target, 0);
}

/* Changes the board by the play of `actor` and gives how many cards he may draw (ROY-R20). */
int carry_out(const struct turn *turn, struct board *board, const struct play *play)
{
    const struct table *table = turn->table;
    struct landed landed = {0};
    for (int i = 0; i < play->count; i++)
        carry_out_step(table, board, &landed, play, &play->step[i]);
    int due = 0;
    for (int i = 0; i < landed.count; i++)
        due |= !table->own_only || turn->own >> (landed.at[i] / 256) & 1;
    if (!due || !table->effect || complete_team(table, board, turn->actor))
        return 0;
    struct turn after = *turn;
    after.board = board;
    if (table->effect == WHEEL)
        turn_some_way(&after, board);
    else
        jump_on(&after, board, &landed);
    return table->effect == SPECIAL_FIELD;
}
