/* Playouts: what the tables say (compiled in Python from the rules of one table), and a game as it is played on.

   The kernel knows no game by name.  It draws one legal play at a time and never lists them; the laws are those of
   companion/rules, and the tests hold every play that can be drawn here against it. */
#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>

enum { SEATS = 8, PAWNS = 6, FIELDS = 192, LANE = 6, FACES = 60, USES = 12, DECK = 250, HAND = 40, POINTS = 12, CYCLE = 30 };

/* Places are those of companion/model/places.py: track fields from 0 on, everything else negative. */
enum { KENNEL = -1, CENTRE = -8, NOWHERE = -9, OFF_TRACK = 8 };

/* What a card can be played for; `Opcode` of companion/rules/flat/codes.py has the same order. */
enum op { NO_USE, START, WALK, BACK, SWAP, PULL, DOOR, FIGURE, SEVEN, SPLIT, COPY, JOKER, SKIP, PLACE, PAIR, VOID };

/* Settings of a use. */
enum {
    IGNORES_RANK = 1, NO_KINGS = 2, SWEEPS = 4, SPARES_TEAM = 8, TEAM_PAWNS = 16, ANY_PAWNS = 32, OTHERS_ONLY = 64, /* WALK, BACK */
    OPPONENTS_ONLY = 1, MAY_BE_VOID = 2, OWN_PAIR = 4, OWN_BLOCKER = 8, ANY_PAIR = 16, /* SWAP */
    ZERO = 1,                                                               /* PULL */
    BURNS = 1, REVISIT = 2, HELPS = 4, PARTNERS = 8,                        /* SEVEN */
    PRINTED = 1, NO_OPPONENTS = 2, MOVES_BLOCKERS = 4, OPENS_LANES = 8, SAME_CARD = 16, /* SPLIT */
    TAKES_OPPONENTS = 1, FROM_KENNEL = 2,                                   /* PLACE */
    MOVES_TOO = 1, KEEPS_TURN = 2,                                          /* SKIP */
};

struct use {
    uint64_t values; /* bit n: a pawn may walk n fields; JOKER: bit n: face n */
    int32_t op, flags, points, portions;
};

struct rank {
    uint64_t values; /* it walks by no others; 0: by any */
    int32_t taken_by_peers, passes_blockers, jumps, wastes;
};

enum walk_rule {
    HOME_OPTIONAL = 1, EXTRA_LAP = 2, CAPTURES_OWN = 4, BACK_OVER_START = 8, WASTE_IN_LANE = 16, PASSES_OWN = 32, NO_GAPS = 64,
    MATES_GO_ON = 128, PASSES_OWN_START = 256,
};
enum effect { NO_EFFECT, WHEEL, SPECIAL_FIELD };
enum stuck { FORFEIT, DISCARD_AND_DRAW, DISCARD_ONE };
enum start_when { AT_ONCE, AFTER_DEAL, AFTER_EXCHANGE };
enum deal_rule { LAYS_DOWN = 1, GATHERS = 2, DEALER_KEEPS = 4, ALL_TOGETHER = 8, REFILLS = 16 };

/* Everything that no play changes.  `lane`: its goal fields; `lead`: from a start field to its lane's foot behind it, or -1. */
struct table {
    int32_t seats, pawns, lane, lead, fields, faces, ranks, walk, came_round, keeps_left_fields, sparing, remembers, has_figure;
    int32_t effect, own_only, draw_optional, door_any, turn_step, stuck, deal, cycle_length, cards, start_when, start_must;
    int32_t start[SEATS], foot[SEATS], team[SEATS], receiver[SEATS]; /* receiver: whom a card is pushed over to, or -1 */
    uint32_t mates[SEATS];                                           /* bit a seat */
    int32_t exit[SEATS];                                             /* the next door behind the own start field */
    int32_t cycle[CYCLE];                                            /* cards a player gets, round by round */
    int8_t guard[FIELDS];                                            /* whose start field stops everybody, or -1 */
    uint8_t next_guard[FIELDS];                                      /* fields to the next such field, at least 1 */
    uint8_t door[FIELDS], watched[FIELDS], figure_home[FIELDS];
    int16_t figure_next[FIELDS]; /* the next field that the figure counts */
    int16_t carry[2][FIELDS]; /* where a quarter turn, clockwise or back, takes who stands there */
    int16_t worth[SEATS][OFF_TRACK + FIELDS]; /* of a pawn on a place, for a player who looks at one play only */
    int16_t keep[FACES];                      /* of a card in the hand, likewise */
    uint8_t starts_pawn[FACES], stands_in[FACES], declared[FACES];
    uint8_t card[DECK]; /* the faces of the whole deck */
    struct rank rank[PAWNS];
    struct use use[FACES][USES];
};

/* Who stands where.  A pawn is named by 1 + 8 * seat + number; 0 is nobody. */
struct board {
    int16_t place[SEATS][PAWNS];
    uint8_t who[FIELDS];
    uint8_t lane[SEATS]; /* bit n: goal n + 1 is taken */
    uint8_t centre, touched, wheel;
    int16_t figure;
};

/* What `met_at` gives where nobody stands in the way of a pawn that goes on, and where it goes home instead. */
enum { NOBODY_MET = 0, STAYS_OUT = 0xFF };

/* What a play costs the next seat. */
enum loss { NO_LOSS, CARD_AND_TURN, CARD_ALONE };
enum phase { TO_START, TO_DEAL, TO_PLACE, TO_EXCHANGE, TO_PLAY, OVER };
enum owed { NOTHING, OWES_CARD, MAY_DRAW, MUST_DRAW, REPLACES, DREW, GIVES_CARD };
/* What `playout_advance` has just done. */
enum event { DEALT = 1, PLACED, EXCHANGED, STARTED, PLAYED, LAID_DOWN, DISCARDED, DRAWN, CANNOT_DEAL };

struct game {
    struct board board;
    int32_t phase, turn, copied, round, dealer, first, owed, owed_seat, winner, plies;
    uint32_t out, to_start;        /* bit a seat */
    int32_t seat, face, acting, taken; /* of the last event: who, the card, what it was played as, cards drawn */
    int32_t given[SEATS];          /* of the last exchange */
    int32_t held[SEATS], left, laid_count;
    uint8_t hand[SEATS][HAND], pile[DECK], laid[DECK]; /* the top of `laid` is its last one */
};

/* The one source of chance.  Scripted, it goes through every way that chance could take, one a call. */
enum { DIGITS = 64 };
struct chance {
    uint64_t state;
    int32_t scripted, at, length, greedy;
    uint16_t digit[DIGITS], bound[DIGITS];
};

static inline uint32_t choose(struct chance *chance, uint32_t count)
{
    if (chance->scripted) {
        if (chance->at >= DIGITS)
            return 0;
        if (chance->at == chance->length)
            chance->digit[chance->length++] = 0;
        chance->bound[chance->at] = (uint16_t)count;
        return chance->digit[chance->at++];
    }
    uint64_t x = chance->state;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    chance->state = x;
    return (uint32_t)(((x >> 32) * count) >> 32);
}

/* One step of a play: a pawn moved, or two exchanged.  `other_seat` of a walk or a loss has the flags of its use. */
struct step {
    int16_t target;
    uint8_t op, seat, pawn, value, other_seat, other_pawn;
};

/* A whole play, chosen but not yet carried out. */
struct play {
    int32_t face, acting, op, count, score;
    struct use use;
    struct step step[POINTS];
};

/* The player to move.  `own`: the seats whose pawns he moves; `voids`: whether a card may be laid without effect. */
struct turn {
    const struct table *table;
    const struct board *board;
    struct chance *chance;
    int actor, copied, avoids_figure, voids;
    uint32_t own;
};

/* Fields on which moved pawns stand, for the after-effects: 256 * seat + field. */
struct landed {
    int count;
    uint16_t at[POINTS];
};

static inline int seat_of(uint8_t pawn) { return (pawn - 1) >> 3; }
static inline int number_of(uint8_t pawn) { return (pawn - 1) & 7; }
static inline uint8_t pawn_of(int seat, int number) { return (uint8_t)(1 + 8 * seat + number); }
static inline int is_goal(int place) { return place <= -2 && place >= -1 - LANE; }
static inline int fills_lane(const struct table *table, unsigned taken)
{
    return table->pawns >= table->lane ? taken == (1u << table->lane) - 1 : __builtin_popcount(taken) == table->pawns;
}
static inline int is_done(const struct table *table, const struct board *board, int seat)
{
    return fills_lane(table, board->lane[seat]);
}
static inline int ahead(const struct table *table, int field, int count)
{
    field += count;
    return field >= table->fields ? field - table->fields : field < 0 ? field + table->fields : field;
}

/* board.c */
uint32_t complete_team(const struct table *table, const struct board *board, int mover);
int is_blocker(const struct table *table, const struct board *board, int seat, int field);
int spares(const struct table *table, int seat, uint8_t victim);
void put(const struct table *table, struct board *board, int seat, int pawn, int target, int fresh);
void capture(const struct table *table, struct board *board, uint8_t victim);
uint8_t met_at(const struct table *table, const struct board *board, int seat, int origin, uint8_t victim);
void take_place(const struct table *table, struct board *board, int seat, int pawn, int target, uint8_t victim, int fresh);
void settle(const struct table *table, struct board *board, struct landed *landed, const struct step *step);
void burn(const struct table *table, struct board *board, const struct step *step);
void sweep(const struct table *table, struct board *board, struct landed *landed, const struct step *step, int flags);
uint32_t swept_seats(const struct table *table, int seat, int flags);
uint32_t foreign_seats(const struct table *table, uint32_t own, int actor, int flags);
int may_walk(const struct table *table, const struct board *board, uint32_t own, int seat, int pawn);
int way_of(const struct table *table, int actor, int seat);
void swap_pawns(const struct table *table, struct board *board, const struct step *step);
void walk_figure(const struct table *table, struct board *board, struct landed *landed, int count);
void turn_wheel(const struct table *table, struct board *board, int back);

/* reach.c */
struct reach {
    uint64_t track;      /* bit n: it may end n fields on */
    uint64_t lane[LANE]; /* bit n: it may end on this goal field by n */
};
enum { NO_LANE = 1, WITHOUT_RANK = 2, AVOIDS_FIGURE = 4 };
int reach(const struct table *table, const struct board *board, int seat, int pawn, uint64_t values, int how,
          struct reach *found);
uint64_t reach_back(const struct table *table, const struct board *board, int seat, int pawn, uint64_t values, int how);

/* score.c */
int score_step(const struct turn *turn, const struct board *board, const struct step *step, const struct use *use);
int standing(const struct table *table, const struct game *game, int team);

/* points.c */
int choose_points(const struct turn *turn, const struct use *use, struct play *play);

/* game.c */
int playout_advance(const struct table *table, struct game *game, struct chance *chance);
void settle_play(const struct table *table, struct game *game, struct chance *chance, int face, int acting, int loss,
                 int draws);

/* plays.c */
struct turn turn_of(const struct table *table, const struct game *game, struct chance *chance);
int choose_play(struct turn *turn, int face, struct play *play);
int carry_out(const struct turn *turn, struct board *board, const struct play *play);

#endif
