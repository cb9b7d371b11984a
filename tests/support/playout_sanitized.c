/* Plays the games of the files named as arguments with every card tried and listed on the way; prints the plays.

   A file is a `struct table`, its `struct names`, then the `struct game` that every game begins with. */
#include "lister.h"

#include <stdio.h>
#include <stdlib.h>

int playout_try(const struct table *table, struct game *game, struct chance *chance, int face, int avoids_figure);
int playout_next_way(struct chance *chance);
void playout_wins(const struct table *table, const struct game *first, const int32_t *known, uint64_t seed,
                     int count, int most, int32_t *wins);
int64_t playout_standings(const struct table *table, const struct game *first, const int32_t *known, uint64_t seed,
                          int count, int most, int team);

struct lister *lister_new(void);
void lister_free(struct lister *lister);
int lister_plays(struct lister *lister, const struct table *table, const struct names *names, const int16_t *at,
                 int face, int acting);
int lister_asks(struct lister *lister, const struct table *table, const struct names *names, const int16_t *at,
                uint64_t faces, uint64_t *answers);

enum { MOST_WAYS = 300 };

static int ascends(const void *one, const void *other) { return *(const int16_t *)one - *(const int16_t *)other; }

/* All plays of every card of the game now. */
static int list_all(struct lister *lister, const struct table *table, const struct names *names, const struct game *game)
{
    int16_t at[5 + SEATS * PAWNS] = {(int16_t)game->turn, (int16_t)game->copied, game->board.figure,
                                     game->board.touched, game->board.wheel};
    int refused = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        int16_t *row = at + 5 + seat * table->pawns;
        for (int pawn = 0; pawn < table->pawns; pawn++)
            row[pawn] = game->board.place[seat][pawn];
        if (!table->ranks)
            qsort(row, (size_t)table->pawns, sizeof *row, ascends);
    }
    uint64_t answers[2];
    refused |= lister_asks(lister, table, names, at, ((uint64_t)1 << table->faces) - 1, answers) < 0;
    for (int face = 0; face < table->faces; face++)
        refused |= lister_plays(lister, table, names, at, face, -1) < 0;
    return refused;
}

/* Some of the ways to play each card of the game now, by chance and by script. */
static void try_all(const struct table *table, const struct game *game, struct chance *chance)
{
    for (int turn = 0; turn < 2 * table->faces; turn++) {
        struct chance script = {.scripted = 1};
        struct game scratch = *game;
        int face = turn / 2, avoids_figure = turn % 2;
        playout_try(table, &scratch, chance, face, avoids_figure);
        for (int way = 0; way < MOST_WAYS; way++) {
            scratch = *game;
            playout_try(table, &scratch, &script, face, avoids_figure);
            if (!playout_next_way(&script))
                break;
        }
    }
}

int main(int count, char **names)
{
    static struct table table;
    static struct names words;
    struct lister *lister = lister_new();
    int refused = 0;
    static struct game first, game;
    int plies = 0;
    for (int index = 1; index < count; index++) {
        FILE *file = fopen(names[index], "rb");
        if (!file || fread(&table, sizeof table, 1, file) != 1 ||
            fread(&words, sizeof words, 1, file) != 1 || fread(&first, sizeof first, 1, file) != 1)
            return 2;
        fclose(file);
        for (int greedy = 0; greedy < 2; greedy++) {
            struct chance chance = {.state = 7 + (uint64_t)index, .greedy = greedy};
            game = first;
            for (int steps = 0; steps < 1500 && game.phase != OVER; steps++) {
                playout_advance(&table, &game, &chance);
                if (game.phase == TO_PLAY && steps % 17 == 0)
                    try_all(&table, &game, &chance);
                if (game.phase == TO_PLAY && steps % 5 == 0)
                    refused += list_all(lister, &table, &words, &game);
                if (game.phase == TO_PLAY && steps == 200) {
                    int32_t wins[SEATS] = {0};
                    playout_wins(&table, &game, NULL, 1, 3, 500, wins);
                    int32_t known[SEATS] = {0};
                    known[game.turn] = game.held[game.turn];
                    playout_standings(&table, &game, known, 1, 20, 30, table.team[game.turn]);
                }
            }
            plies += game.plies;
        }
    }
    lister_free(lister);
    printf("%d\n", plies);
    return refused > 20;
}
