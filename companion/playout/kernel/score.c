/* What one step is worth to the team of the player to move, for a player who looks no further. */
#include "kernel.h"

enum { OURS = 5, THEIRS = -3, A_TURN = 8 };
/* A full lane, and a game that is over, in the units of a place's worth. */
enum { DONE = 48, WON = 1200 };

static int weight(const struct turn *turn, int seat)
{
    return turn->table->team[seat] == turn->table->team[turn->actor] ? OURS : THEIRS;
}

static int worth(const struct turn *turn, int seat, int place)
{
    return weight(turn, seat) * turn->table->worth[seat][OFF_TRACK + place];
}

/* What the capture of this pawn, or of nobody, is worth. */
static int taken(const struct turn *turn, const struct board *board, uint8_t pawn)
{
    return pawn ? -worth(turn, seat_of(pawn), board->place[seat_of(pawn)][number_of(pawn)]) : 0;
}

/* What it is worth that this pawn has to leave for one of `seat` that comes from `origin`: home, or on (PJ-R05). */
static int sent_away(const struct turn *turn, const struct board *board, int seat, int origin, uint8_t pawn)
{
    if (!pawn)
        return 0;
    uint8_t met = met_at(turn->table, board, seat, origin, pawn);
    if (met == STAYS_OUT)
        return taken(turn, board, pawn);
    return taken(turn, board, pawn) + taken(turn, board, met) + worth(turn, seat_of(pawn), turn->table->foot[seat_of(pawn)]);
}

static int score_walk(const struct turn *turn, const struct board *board, const struct step *step)
{
    int seat = step->seat, origin = board->place[seat][step->pawn], target = step->target;
    if (target >= 0 && target == board->figure)
        return -worth(turn, seat, origin);
    uint8_t victim = target >= 0 ? board->who[target] : target == CENTRE ? board->centre : 0;
    return worth(turn, seat, target) - worth(turn, seat, origin) + sent_away(turn, board, seat, origin, victim);
}

/* Whom the figure sends home on its way; the pawn of the step has moved already. */
static int score_figure(const struct turn *turn, const struct board *board, const struct step *step)
{
    const struct table *table = turn->table;
    int total = 0, field = board->figure, origin = board->place[step->seat][step->pawn];
    for (int left = step->value; left > 0; left--) {
        field = table->figure_next[field];
        if (field == step->target)
            total -= worth(turn, step->seat, field);
        else if (field != origin)
            total += taken(turn, board, board->who[field]);
    }
    return total;
}

static int score_burning(const struct turn *turn, const struct board *board, const struct step *step)
{
    int total = 0, field = board->place[step->seat][step->pawn];
    int last = step->target >= 0 ? step->target : turn->table->foot[step->seat];
    while (field >= 0 && field != last) {
        field = ahead(turn->table, field, 1);
        if (field != step->target)
            total += taken(turn, board, board->who[field]);
    }
    return total;
}

/* Those on the way of a walk that sends them home. */
static int score_sweeping(const struct turn *turn, const struct board *board, const struct step *step)
{
    int total = 0, field = board->place[step->seat][step->pawn];
    int last = step->target >= 0 ? ahead(turn->table, step->target, -1) : turn->table->foot[step->seat];
    uint32_t swept = swept_seats(turn->table, step->seat, step->other_seat);
    while (field >= 0 && field != last) {
        field = ahead(turn->table, field, 1);
        if (board->who[field] && swept >> seat_of(board->who[field]) & 1)
            total += taken(turn, board, board->who[field]);
    }
    return total;
}

static int score_swap(const struct turn *turn, const struct board *board, const struct step *step)
{
    int here = board->place[step->seat][step->pawn], there = board->place[step->other_seat][step->other_pawn];
    return worth(turn, step->seat, there) - worth(turn, step->seat, here) + worth(turn, step->other_seat, here) -
           worth(turn, step->other_seat, there);
}

int score_step(const struct turn *turn, const struct board *board, const struct step *step, const struct use *use)
{
    switch (step->op) {
    case VOID:
        return 0;
    case SWAP:
        return score_swap(turn, board, step);
    case FIGURE:
        return score_walk(turn, board, step) + score_figure(turn, board, step);
    case SEVEN:
        return score_walk(turn, board, step) + (use->flags & BURNS ? score_burning(turn, board, step) : 0);
    case SKIP: {
        int next = (turn->actor + turn->table->turn_step + turn->table->seats) % turn->table->seats;
        int moved = step->target == NOWHERE ? 0 : score_walk(turn, board, step);
        return moved - A_TURN * weight(turn, next);
    }
    case WALK:
        return score_walk(turn, board, step) + (step->other_seat & SWEEPS ? score_sweeping(turn, board, step) : 0);
    default:
        return score_walk(turn, board, step);
    }
}

/* How well a team stands: the worth of its places less that of all others', equal teams being even. */
int standing(const struct table *table, const struct game *game, int team)
{
    int total = game->winner < 0 ? 0 : game->winner == team ? WON : -WON;
    for (int seat = 0; seat < table->seats; seat++) {
        int worth = is_done(table, &game->board, seat) ? DONE : 0;
        for (int pawn = 0; pawn < table->pawns; pawn++)
            worth += table->worth[seat][OFF_TRACK + game->board.place[seat][pawn]];
        total += table->team[seat] == team ? worth : -worth;
    }
    return total;
}
