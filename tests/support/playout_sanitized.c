/* Plays the games of the files named as arguments with every card of every hand tried on the way; prints the plays.

   A file is a `struct table`, then the `struct game` that every game begins with. */
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>

int playout_try(const struct table *table, struct game *game, struct chance *chance, int face, int avoids_figure);
int playout_next_way(struct chance *chance);
void playout_wins(const struct table *table, const struct game *first, const int32_t *known, uint64_t seed,
                     int count, int most, int32_t *wins);
int64_t playout_standings(const struct table *table, const struct game *first, const int32_t *known, uint64_t seed,
                          int count, int most, int team);

enum { MOST_WAYS = 300 };

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
    static struct game first, game;
    int plies = 0;
    for (int index = 1; index < count; index++) {
        FILE *file = fopen(names[index], "rb");
        if (!file || fread(&table, sizeof table, 1, file) != 1 || fread(&first, sizeof first, 1, file) != 1)
            return 2;
        fclose(file);
        for (int greedy = 0; greedy < 2; greedy++) {
            struct chance chance = {.state = 7 + (uint64_t)index, .greedy = greedy};
            game = first;
            for (int steps = 0; steps < 1500 && game.phase != OVER; steps++) {
                playout_advance(&table, &game, &chance);
                if (game.phase == TO_PLAY && steps % 17 == 0)
                    try_all(&table, &game, &chance);
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
    printf("%d\n", plies);
    return 0;
}
