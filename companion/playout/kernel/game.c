/* Whole games: dealing, exchange, turns, cards given up, the end.  The course is that of companion/session. */
#include "kernel.h"

static int next_seat(const struct table *table, int seat, int steps)
{
    return (seat + steps * table->turn_step + steps * table->seats) % table->seats;
}

static int can_play(const struct game *game, int seat) { return !(game->out >> seat & 1) && game->held[seat] > 0; }

/* The next seat in turn that still plays in this round; -1 when nobody does. */
static int next_to_play(const struct table *table, const struct game *game, int seat)
{
    for (int turns = 1; turns <= table->seats; turns++) {
        int candidate = next_seat(table, seat, turns);
        if (can_play(game, candidate))
            return candidate;
    }
    return -1;
}

static void pass_turn(const struct table *table, struct game *game, int seat)
{
    int following = next_to_play(table, game, seat);
    if (following >= 0)
        game->turn = following;
}

static void lay(struct game *game, int face, int under)
{
    int top = game->laid_count++;
    game->laid[top] = (uint8_t)face;
    if (under && top > 0) {
        game->laid[top] = game->laid[top - 1];
        game->laid[top - 1] = (uint8_t)face;
    }
}

static int take_from_hand(struct game *game, int seat, int index)
{
    int face = game->hand[seat][index];
    game->hand[seat][index] = game->hand[seat][--game->held[seat]];
    return face;
}

static void spend(struct game *game, int seat, int face)
{
    for (int index = 0; index < game->held[seat]; index++)
        if (game->hand[seat][index] == face) {
            take_from_hand(game, seat, index);
            return;
        }
}

/* The discard pile goes under what is left, all but `kept` cards on its top. */
static void reshuffle(struct game *game, int kept)
{
    int count = game->laid_count - kept;
    for (int index = 0; index < count; index++)
        game->pile[game->left++] = game->laid[index];
    for (int index = 0; index < kept; index++)
        game->laid[index] = game->laid[count + index];
    game->laid_count = kept;
}

static uint8_t draw_one(struct game *game, struct chance *chance)
{
    uint32_t index = choose(chance, (uint32_t)game->left);
    uint8_t face = game->pile[index];
    game->pile[index] = game->pile[--game->left];
    return face;
}

/* Whether there is a card to draw; the top of the discard pile may be needed for a copy (BD-R76). */
static int can_draw(const struct table *table, const struct game *game, int laid)
{
    return game->left > 0 || laid > (table->remembers ? 1 : 0);
}

static void deal(const struct table *table, struct game *game, struct chance *chance)
{
    int number = ++game->round, size = table->cycle[(number - 1) % table->cycle_length];
    int wanted = size * table->seats;
    if (wanted > game->left + game->laid_count) {
        game->phase = OVER;
        game->face = CANNOT_DEAL;
        return;
    }
    if (wanted > game->left && table->deal & ALL_TOGETHER)
        reshuffle(game, 0);
    for (int seat = 0; seat < table->seats; seat++) {
        for (game->held[seat] = 0; game->held[seat] < size; game->held[seat]++) {
            if (!game->left)
                reshuffle(game, 0);
            game->hand[seat][game->held[seat]] = draw_one(game, chance);
        }
    }
    if (wanted > 0 && table->deal & GATHERS && number % table->cycle_length == 0)
        while (game->left > 0)
            lay(game, game->pile[--game->left], 1);
    game->turn = game->first;
    game->phase = table->start_when == AFTER_DEAL ? TO_START : TO_PLACE;
}

static int worst_card(const struct table *table, const struct game *game, int seat)
{
    int worst = 0;
    for (int index = 1; index < game->held[seat]; index++)
        if (table->keep[game->hand[seat][index]] < table->keep[game->hand[seat][worst]])
            worst = index;
    return worst;
}

/* The card to give away or to throw away. */
static int unwanted(const struct table *table, const struct game *game, struct chance *chance, int seat)
{
    return chance->greedy ? worst_card(table, game, seat) : (int)choose(chance, (uint32_t)game->held[seat]);
}

/* Everybody pushes a card over before anybody looks (CORE-R21). */
static void exchange(const struct table *table, struct game *game, struct chance *chance)
{
    for (int seat = 0; seat < table->seats; seat++)
        game->given[seat] = take_from_hand(game, seat, unwanted(table, game, chance, seat));
    for (int seat = 0; seat < table->seats; seat++) {
        int receiver = table->receiver[seat];
        game->hand[receiver][game->held[receiver]++] = (uint8_t)game->given[seat];
    }
}

static void place_figure(const struct table *table, struct game *game, struct chance *chance)
{
    uint32_t seen = 0;
    for (int field = 0; field < table->fields; field++)
        if (table->figure_home[field] && !game->board.who[field] && choose(chance, ++seen) == 0)
            game->board.figure = (int16_t)field;
}

/* The next seat from the first one on puts a pawn on its start field, or lets it be (BD-R01, ROY-R30). */
static void start_freely(const struct table *table, struct game *game, struct chance *chance)
{
    int seat = game->first;
    while (!(game->to_start >> seat & 1))
        seat = next_seat(table, seat, 1);
    game->to_start &= ~(1u << seat);
    game->seat = seat;
    uint32_t waiting = 0;
    int chosen = -1;
    for (int pawn = 0; pawn < table->pawns; pawn++)
        if (game->board.place[seat][pawn] == KENNEL && (table->ranks || !waiting) && choose(chance, ++waiting) == 0)
            chosen = pawn;
    if (!table->start_must && !chance->greedy && choose(chance, waiting + 1) == 0)
        chosen = -1;
    game->taken = chosen;
    if (chosen >= 0)
        put(table, &game->board, seat, chosen, table->start[seat], 1);
}

static void end_round(const struct table *table, struct game *game)
{
    if (!(table->deal & DEALER_KEEPS) || game->round % table->cycle_length == 0)
        game->dealer = next_seat(table, game->dealer, 1);
    game->first = next_seat(table, game->dealer, 1);
    game->turn = game->first;
    game->copied = -1;
    game->out = 0;
    game->phase = TO_DEAL;
}

static void end_round_if_over(const struct table *table, struct game *game)
{
    int waits = game->owed == MAY_DRAW || game->owed == MUST_DRAW || game->owed == REPLACES;
    if (!waits && next_to_play(table, game, 0) < 0)
        end_round(table, game);
}

/* The best play of the hand, or any: a playable card first, then one of its plays. */
static int choose_of_hand(const struct table *table, const struct game *game, struct chance *chance, struct play *play)
{
    struct turn turn = turn_of(table, game, chance);
    uint8_t faces[HAND];
    int count = 0;
    uint64_t seen = 0;
    for (int index = 0; index < game->held[game->turn]; index++) {
        uint8_t face = game->hand[game->turn][index];
        if (!(seen >> face & 1))
            faces[count++] = face;
        seen |= (uint64_t)1 << face;
    }
    for (turn.voids = 0; turn.voids <= 2; turn.voids++) { /* laid without effect only where nothing else can be */
        uint8_t left[HAND];
        int any = 0, remaining = count;
        for (int index = 0; index < count; index++)
            left[index] = faces[index];
        while (remaining > 0) {
            uint32_t index = choose(chance, (uint32_t)remaining);
            struct play tried;
            int found = choose_play(&turn, left[index], &tried);
            if (found && chance->greedy)
                tried.score -= table->keep[left[index]];
            if (found && (!any || tried.score > play->score))
                *play = tried, any = 1;
            if (any && !chance->greedy)
                return 1;
            left[index] = left[--remaining];
        }
        if (any)
            return 1;
    }
    return 0;
}

/* A card that nobody knows comes to the hand; with no other card left, one of those that were laid. */
static void count_refill(const struct table *table, struct game *game, int seat)
{
    int seen = game->laid_count;
    for (int other = 0; other < table->seats; other++)
        seen += game->held[other];
    if (seen >= table->cards)
        game->laid_count = 0;
    game->held[seat]++;
}

/* Who played a card or threw one away draws the next one, in a game that has it so; without `chance` it is counted only
   (PJ-R08). */
static void refill(const struct table *table, struct game *game, struct chance *chance, int seat)
{
    if (!(table->deal & REFILLS))
        return;
    if (!chance) {
        count_refill(table, game, seat);
        return;
    }
    if (!can_draw(table, game, game->laid_count))
        return;
    if (!game->left)
        reshuffle(game, table->remembers && game->laid_count > 0);
    game->hand[seat][game->held[seat]++] = draw_one(game, chance);
}

/* The card of a play that stands on the board already: it is laid, the turn passes, somebody may owe or draw cards. */
void settle_play(const struct table *table, struct game *game, struct chance *chance, int face, int acting, int loss,
                 int draws)
{
    int seat = game->turn;
    game->face = face;
    game->acting = acting;
    game->owed = NOTHING;
    spend(game, seat, face);
    lay(game, face, 0);
    if (table->remembers && !table->stands_in[face])
        game->copied = face; /* a copy of a copy is the same (BD-R52) */
    else if (table->remembers && table->declared[face] && acting >= 0)
        game->copied = acting;
    game->plies++;
    uint32_t won = complete_team(table, &game->board, seat);
    if (won) {
        game->winner = (int)won - 1;
        game->phase = OVER;
        return;
    }
    refill(table, game, chance, seat);
    pass_turn(table, game, seat);
    int skipped = next_seat(table, seat, 1);
    if (loss && can_play(game, skipped)) { /* ST-R11..R13, JK-R10 */
        game->turn = skipped;
        game->owed = loss == CARD_ALONE ? GIVES_CARD : OWES_CARD;
        game->owed_seat = skipped;
    }
    if (draws && can_draw(table, game, game->laid_count)) {
        game->owed = table->draw_optional ? MAY_DRAW : MUST_DRAW;
        game->owed_seat = seat;
    }
    end_round_if_over(table, game);
}

static void play_card(const struct table *table, struct game *game, struct chance *chance, const struct play *play)
{
    struct turn turn = turn_of(table, game, chance);
    int draws = carry_out(&turn, &game->board, play);
    const struct step *last = &play->step[play->count - 1];
    int loss = last->op != SKIP ? NO_LOSS : last->other_seat & KEEPS_TURN ? CARD_ALONE : CARD_AND_TURN;
    settle_play(table, game, chance, play->face, play->acting, loss, draws);
}

static void throw_away(const struct table *table, struct game *game, struct chance *chance, int seat)
{
    game->face = take_from_hand(game, seat, unwanted(table, game, chance, seat));
    lay(game, game->face, table->remembers);
    refill(table, game, chance, seat);
}

/* TK-R21, ST-R02: no pawn in play and no card to bring one in. */
static int lays_down(const struct table *table, const struct game *game, uint32_t own)
{
    if (table->stuck != DISCARD_ONE || !(table->deal & LAYS_DOWN))
        return 0;
    for (int seat = 0; seat < table->seats; seat++)
        for (int pawn = 0; own >> seat & 1 && pawn < table->pawns; pawn++)
            if (game->board.place[seat][pawn] >= 0 || game->board.place[seat][pawn] == CENTRE)
                return 0;
    for (int index = 0; index < game->held[game->turn]; index++)
        if (table->starts_pawn[game->hand[game->turn][index]])
            return 0;
    return 1;
}

/* No card can be played: the hand goes, or one card, and in some games another one comes for it. */
static int give_up(const struct table *table, struct game *game, struct chance *chance)
{
    int seat = game->turn;
    if (game->owed != DREW && (table->stuck == FORFEIT || lays_down(table, game, turn_of(table, game, chance).own))) {
        while (game->held[seat] > 0)
            lay(game, take_from_hand(game, seat, game->held[seat] - 1), 1);
        game->out |= 1u << seat;
        game->owed = NOTHING;
        pass_turn(table, game, seat);
        end_round_if_over(table, game);
        return LAID_DOWN;
    }
    int draws = game->owed != DREW && table->stuck == DISCARD_AND_DRAW && can_draw(table, game, game->laid_count + 1);
    throw_away(table, game, chance, seat);
    game->owed = NOTHING;
    if (draws) {
        game->owed = REPLACES;
        game->owed_seat = seat;
        return DISCARDED;
    }
    pass_turn(table, game, seat);
    end_round_if_over(table, game);
    return DISCARDED;
}

static int draw(const struct table *table, struct game *game, struct chance *chance)
{
    int seat = game->owed_seat, replaces = game->owed == REPLACES;
    game->seat = seat;
    game->taken = game->owed != MAY_DRAW || chance->greedy || choose(chance, 2);
    if (game->taken) {
        if (!game->left)
            reshuffle(game, table->remembers && game->laid_count > 0);
        game->face = draw_one(game, chance);
        game->hand[seat][game->held[seat]++] = (uint8_t)game->face;
    }
    game->owed = replaces ? DREW : NOTHING;
    end_round_if_over(table, game);
    return DRAWN;
}

static int take_turn(const struct table *table, struct game *game, struct chance *chance)
{
    struct play play;
    game->seat = game->owed == NOTHING || game->owed == DREW ? game->turn : game->owed_seat;
    if (game->owed == OWES_CARD || game->owed == GIVES_CARD) {
        int stays = game->owed == GIVES_CARD;
        throw_away(table, game, chance, game->seat);
        game->owed = NOTHING;
        if (!stays || !can_play(game, game->seat))
            pass_turn(table, game, game->seat);
        end_round_if_over(table, game);
        return DISCARDED;
    }
    if (game->owed != NOTHING && game->owed != DREW)
        return draw(table, game, chance);
    if (!choose_of_hand(table, game, chance, &play))
        return give_up(table, game, chance);
    play_card(table, game, chance, &play);
    return PLAYED;
}

/* The free starts come last in some games (ROY-R31). */
static int after_exchange(const struct table *table, const struct game *game)
{
    return table->start_when == AFTER_EXCHANGE && game->to_start ? TO_START : TO_PLAY;
}

/* What is due around the deal, if nothing is left to do in this phase (BD-R02). */
static void settle_phase(const struct table *table, struct game *game)
{
    if (game->phase == TO_START && !game->to_start)
        game->phase = !game->round ? TO_DEAL : table->start_when == AFTER_DEAL ? TO_PLACE : TO_PLAY;
    if (game->phase == TO_PLACE && !(table->has_figure && game->board.figure < 0))
        game->phase = TO_EXCHANGE;
    if (game->phase == TO_EXCHANGE && table->receiver[0] < 0)
        game->phase = after_exchange(table, game);
}

/* Does what is due next, and says what it was. */
int playout_advance(const struct table *table, struct game *game, struct chance *chance)
{
    switch (game->phase) {
    case TO_DEAL:
        deal(table, game, chance);
        settle_phase(table, game);
        return game->phase == OVER ? CANNOT_DEAL : DEALT;
    case TO_PLACE:
        place_figure(table, game, chance);
        game->phase = TO_EXCHANGE;
        settle_phase(table, game);
        return PLACED;
    case TO_EXCHANGE:
        exchange(table, game, chance);
        game->phase = after_exchange(table, game);
        return EXCHANGED;
    case TO_START:
        start_freely(table, game, chance);
        settle_phase(table, game);
        return STARTED;
    default:
        return take_turn(table, game, chance);
    }
}
