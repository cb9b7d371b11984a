/* What other programs call, beside `playout_advance` of game.c. */
#include <stddef.h>

#include "kernel.h"

#ifndef PLAYOUT_SOURCES
#define PLAYOUT_SOURCES ""
#endif

/* The digest of the sources, by which `build.py` knows a library of others. */
extern const char playout_sources[];
const char playout_sources[] = PLAYOUT_SOURCES;

/* The sizes of the structs, so that a caller with another idea of them is noticed. */
int playout_size(int which)
{
    switch (which) {
    case 0:
        return sizeof(struct table);
    case 1:
        return sizeof(struct game);
    default:
        return sizeof(struct chance);
    }
}

/* Lays one card on the board of `game`: -1 where it cannot be played so, else how many cards may be drawn for it.

   In a script, `avoids_figure` says whether the figure's field is closed; else the kernel knows (BD-R20). */
int playout_try(const struct table *table, struct game *game, struct chance *chance, int face, int avoids_figure)
{
    struct turn turn = turn_of(table, game, chance);
    struct play play;
    turn.voids = 1;
    turn.avoids_figure = avoids_figure;
    chance->at = 0;
    if (complete_team(table, &game->board, game->turn) || !choose_play(&turn, face, &play))
        return -1;
    return carry_out(&turn, &game->board, &play);
}

/* Turns the script to its next way; 0 when it has been through all of them. */
int playout_next_way(struct chance *chance)
{
    int last = chance->at - 1;
    while (last >= 0 && ++chance->digit[last] >= chance->bound[last])
        last--;
    chance->length = last + 1;
    chance->at = 0;
    return last >= 0;
}

/* Events that a play may cost, cards given up included, before a game is thought to stand still. */
enum { DEEDS_A_PLAY = 20 };

/* Plays on to the end or for so many plays: the winning team, or -1. */
int playout_run(const struct table *table, struct game *game, struct chance *chance, int most)
{
    int end = game->plies + most;
    for (int left = DEEDS_A_PLAY * most; left > 0 && game->phase != OVER && game->plies < end; left--)
        playout_advance(table, game, chance);
    return game->winner;
}

/* The cards that nobody has seen go at random to the hands, as many as each seat holds, and to the pile.

   The first `known` cards of each hand are what they are; NULL: no card of any hand is known. */
static void deal_unseen(const struct table *table, struct game *game, struct chance *chance, const int32_t *known)
{
    int seen[FACES] = {0};
    for (int index = 0; index < game->laid_count; index++)
        seen[game->laid[index]]++;
    for (int seat = 0; known && seat < table->seats; seat++)
        for (int held = 0; held < known[seat]; held++)
            seen[game->hand[seat][held]]++;
    game->left = 0;
    for (int index = 0; index < table->cards; index++)
        if (seen[table->card[index]]-- <= 0)
            game->pile[game->left++] = table->card[index];
    for (int seat = 0; seat < table->seats; seat++)
        for (int held = known ? known[seat] : 0; held < game->held[seat]; held++) {
            uint32_t index = choose(chance, (uint32_t)game->left);
            game->hand[seat][held] = game->pile[index];
            game->pile[index] = game->pile[--game->left];
        }
}

/* Lays the card of a play whose result stands on the board of `game`; the rest of the turn follows. */
void playout_settle(const struct table *table, struct game *game, int face, int acting, int loss, int draws)
{
    settle_play(table, game, 0, face, acting, loss, draws);
}

/* Seeds that lie close together give states that have nothing in common (the finalizer of SplitMix64). */
static uint64_t state_of(uint64_t seed)
{
    seed += 0x9E3779B97F4A7C15u;
    seed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9u;
    seed = (seed ^ seed >> 27) * 0x94D049BB133111EBu;
    seed ^= seed >> 31;
    return seed ? seed : 1;
}

/* Plays `count` games on for `most` plays at most and adds up how well `team` stands then.

   Playout n takes its chance from seed + n, so that plays which are compared meet the same hands. */
int64_t playout_standings(const struct table *table, const struct game *first, const int32_t *known, uint64_t seed,
                          int count, int most, int team)
{
    int64_t total = 0;
    for (int number = 0; number < count; number++) {
        struct game game = *first;
        struct chance chance = {.state = state_of(seed + (uint64_t)number), .greedy = 1};
        deal_unseen(table, &game, &chance, known);
        playout_run(table, &game, &chance, most);
        total += standing(table, &game, team);
    }
    return total;
}

/* Plays so many games on to their end and counts those that each team wins; seeds and known cards as above. */
void playout_wins(const struct table *table, const struct game *first, const int32_t *known, uint64_t seed,
                     int count, int most, int32_t *wins)
{
    for (int number = 0; number < count; number++) {
        struct game game = *first;
        struct chance chance = {.state = state_of(seed + (uint64_t)number), .greedy = 1};
        deal_unseen(table, &game, &chance, known);
        int winner = playout_run(table, &game, &chance, most);
        if (winner >= 0)
            wins[winner]++;
    }
}
