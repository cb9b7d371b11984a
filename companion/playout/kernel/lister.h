/* All legal plays of a card in the order of companion/rules, with their steps.

   Law: each function does what the Python of the same purpose does, in the same order; the tests hold every play and
   every field of it against the Python engine.  What this file cannot represent is refused, never guessed. */
#ifndef LISTER_H
#define LISTER_H

#include "kernel.h"

#include <stddef.h>

enum { WORD = 56, SLOTS = 3, MOST_STEPS = POINTS + 2, MOST_TAKEN = SEATS * PAWNS };

/* Steps, slots and answers as the Python side counts them. */
enum kind { STARTS, ADVANCES, SWAPS, FIGURE_WALKS, WHEEL_TURNS, JUMPS, NOTHING_MOVES, SKIPS, DISCARDS };
enum slot { FIGURE_SLOT, TOUCHED_SLOT, WHEEL_SLOT };
enum answer { NO_PLAY, ONLY_VOID, HAS_EFFECT };
enum { REFUSED = -1 };

/* A word as MessagePack writes it. */
struct word {
    uint8_t length, text[WORD - 1];
};

/* What a list of plays needs of the rules beside `struct table`. */
struct names {
    int32_t avoids_figure, slots;
    int32_t slot[SLOTS];   /* in the order of a placement's extras */
    uint8_t named[FACES];  /* laid without effect only by who names its face (DOG-R14) */
    struct word card[FACES], extra[SLOTS];
};

/* The figures on a board.  Rows are ascending, or by rank; `figure` is -1 where there is none. */
struct rows {
    int16_t place[SEATS][PAWNS];
    int16_t figure;
    uint8_t touched, wheel;
};

/* A pawn that has to leave; with `GOES_ON` in `seat` it goes to the entrance of its lane (PJ-R05). */
enum { GOES_ON = 256 };
struct taken {
    int16_t seat, place;
};
static inline int seat_taken(const struct taken *taken) { return taken->seat & (GOES_ON - 1); }

/* One step of a play; -1: no seat, no rank. */
struct move {
    int8_t kind, seat, other_seat, rank, wasted, count;
    int16_t origin, target, value;
    struct taken taken[MOST_TAKEN];
};

/* The (seat, field) of moved pawns on watched fields, ascending: 256 * seat + field. */
struct spots {
    int count;
    uint16_t at[POINTS + 2];
};

/* A play under construction. */
struct draft {
    struct rows rows;
    struct spots landed;
    int count, draws;
    struct move step[MOST_STEPS];
};

/* The player to move: `own` are the seats whose pawns count as his, in the order of the rules. */
struct mover {
    const struct table *table;
    const struct board *board;
    struct draft start;
    int actor, copied, avoids_figure, seats;
    uint8_t own[SEATS];
};

struct node;

/* Memory that is used again by every list; one list at a time. */
struct lister {
    uint8_t *bytes;
    size_t length, room;
    const struct table *table;
    const struct names *names;
    struct mover mover;
    struct board board;
    int face, acting, unnamed;     /* of the plays being listed; unnamed: the face was not named beforehand */
    int plays, refused;
    int asks, answer;              /* only whether there are plays */
    struct rows *found;            /* results, each once, with the cards drawn in `drawn` */
    uint8_t *drawn;
    int32_t *slots;
    uint32_t found_room, slot_room, slot_count;
    struct node *nodes;
    int32_t *node_slots;
    uint32_t node_room, node_slot_count;
};

/* rows.c */
void fill(const struct table *table, const struct rows *rows, struct board *board);
int index_of(const struct rows *rows, int seat, int place);
int holder(const struct table *table, const struct rows *rows, int place);
int is_home(const struct table *table, const struct rows *rows, int seat);
int any_complete(const struct table *table, const struct rows *rows);
void relocate(const struct table *table, struct rows *rows, int seat, int index, int target, int fresh);
void send_home(const struct table *table, struct rows *rows, int seat, int place);
void send_away(const struct table *table, struct rows *rows, const struct taken *taken);
int who_leaves(const struct table *table, const struct rows *rows, int seat, int origin, int victim, int target,
               struct taken *taken);
void add_spot(struct spots *spots, int seat, int field);
void drop_spot(struct spots *spots, int seat, int field);
uint64_t hash_of(const void *bytes, size_t count, uint64_t seed);

/* moves.c */
struct move *land(const struct table *table, struct draft *draft, int seat, int index, int target, int value);
void sweep_over(const struct table *table, struct draft *draft, int seat, int index, int target, int value, int flags);
void jump_to(const struct table *table, struct draft *draft, int seat, int index, int target);
void start_pawn(const struct table *table, struct draft *draft, int seat, int index);
void move_figure(const struct table *table, struct draft *draft, int count);
void swap_places(const struct table *table, struct draft *draft, int seat, int own, int other, int foreign);
void turn_disc(const struct table *table, struct draft *draft, int direction);

/* uses.c */
void list_use(struct lister *lister, const struct use *use);

/* spread.c */
void spread_points(struct lister *lister, const struct use *use);

/* lister.c */
void take(struct lister *lister, const struct draft *draft);

/* written.c */
int write_play(struct lister *lister, const struct draft *draft);

#endif
