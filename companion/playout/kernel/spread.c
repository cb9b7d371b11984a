/* Points of one card shared out over several pawns: the search of companion/rules/points.py, node by node.

   A node is a board with some points spent, and what else of the way there matters; one or two ways lead to it, with
   different last movers.  The nodes of a layer, which have spent equally much, stand in the order of their discovery. */
#include "lister.h"

#include <stdlib.h>
#include <string.h>

/* A search with more nodes than this is left to the Python engine. */
enum { NOBODY = 0xFFFF, NO_NODE = -1, MOST_NODES = 200000 };

struct way {
    int32_t before, which; /* the node and its way that this one goes on from */
    uint16_t last;         /* 256 * seat + place of the last mover */
    uint8_t seat, value, count;
    int16_t origin, target;
    struct taken taken[POINTS];
};

/* What tells two nodes apart. */
struct key {
    struct rows rows;
    struct spots landed, walked;
    int portions, spent;
};

struct node {
    struct key key;
    struct board board;
    uint64_t hash;
    int32_t next; /* of the same layer */
    int ways;
    struct way way[2];
};

/* The search of one card's points from one board. */
struct search {
    struct lister *lister;
    const struct use *use;
    int32_t first[POINTS + 1], last[POINTS + 1];
    int32_t count;
    int counts_portions, burns;
};

static uint16_t named(int seat, int place) { return (uint16_t)(256 * seat + place + OFF_TRACK); }

/* The seats whose pawns may take points at this stage, in the order of the rules; how many they are. */
static int sharers(const struct search *search, const struct node *node, uint8_t *seats)
{
    const struct mover *mover = &search->lister->mover;
    const struct table *table = mover->table;
    const struct use *use = search->use;
    int team = 0, everybody = 0, all = table->seats;
    for (int step = 0; step < all; step++) {
        int seat = (mover->actor + step) % all;
        if (!step || table->mates[mover->actor] >> seat & 1)
            seats[team++] = (uint8_t)seat;
    }
    if (use->op == SEVEN) {
        int alone = mover->seats == 1 && mover->own[0] == mover->actor;
        if (use->flags & PARTNERS && team > 1)
            return team;
        if (alone && use->flags & HELPS && team > 1 && is_done(table, &node->board, mover->actor)) {
            memmove(seats, seats + 1, (size_t)(team - 1));
            return team - 1;
        }
        memcpy(seats, mover->own, (size_t)mover->seats);
        return mover->seats;
    }
    const struct board *seen = use->flags & SAME_CARD ? &node->board : mover->board;
    int done = team == 1;
    for (int index = 0; team > 1 && index < team; index++)
        done |= is_done(table, seen, seats[index]);
    if (team > 1 && (use->flags & NO_OPPONENTS || !done))
        return team;
    for (int seat = 0; seat < all; seat++)
        if (team == 1 || !(use->flags & PRINTED) || seat != mover->actor)
            seats[everybody++] = (uint8_t)seat;
    return everybody;
}

/* How far a pawn may walk with at most so many points; 0 where it takes none. */
static int portions(const struct search *search, const struct node *node, int seat, int index, uint64_t values,
                    struct reach *found)
{
    const struct mover *mover = &search->lister->mover;
    const struct table *table = mover->table;
    int how = mover->avoids_figure ? AVOIDS_FIGURE : 0, place = node->board.place[seat][index];
    if (place == KENNEL)
        return 0;
    if (search->use->op == SPLIT && seat != mover->actor && !(table->mates[mover->actor] >> seat & 1)) {
        if (!(search->use->flags & MOVES_BLOCKERS) && place == table->start[seat])
            return 0;
        how |= search->use->flags & OPENS_LANES ? 0 : NO_LANE;
    }
    return reach(table, &node->board, seat, index, values, how, found);
}

/* A way here after which the mover may begin a portion of its own; -1 = none. */
static int way_before(const struct node *node, uint16_t mover)
{
    for (int which = 0; which < node->ways; which++)
        if (node->way[which].last != mover)
            return which;
    return -1;
}

/* Whether the card lets the pawn on `origin` take one more portion. */
static int allows(const struct search *search, const struct key *key, int seat, int origin)
{
    const struct use *use = search->use;
    if (!search->counts_portions)
        return 1;
    if (use->portions && key->portions >= use->portions)
        return 0;
    for (int index = 0; !(use->flags & REVISIT) && index < key->walked.count; index++)
        if (key->walked.at[index] == named(seat, origin))
            return 0;
    return 1;
}

/* All pawns on the fields walked over go home, but none in a lane (DOG-R03, DOG-R06). */
static void take_burned(const struct search *search, const struct node *node, struct way *way)
{
    const struct table *table = search->lister->table;
    int count = way->value;
    if (way->origin < 0)
        return;
    if (is_goal(way->target)) {
        int distance = ahead(table, table->foot[way->seat], -way->origin);
        count = count < distance ? count : distance;
    }
    for (int distance = 1; distance <= count; distance++) {
        int field = ahead(table, way->origin, distance);
        uint8_t pawn = node->board.who[field];
        if (pawn)
            way->taken[way->count++] = (struct taken){(int16_t)seat_of(pawn), (int16_t)field};
    }
}

/* Carries a portion out on a copy of what the node knows: the others go home, then the pawn is put where it ends. */
static void walk_on(const struct search *search, const struct node *node, struct way *way, struct key *key)
{
    const struct table *table = search->lister->table;
    int target = way->target, seat = way->seat, lands = target;
    int bitten = !search->burns && target >= 0 && target == key->rows.figure;
    if (search->burns)
        take_burned(search, node, way);
    else if (bitten)
        way->taken[way->count++] = (struct taken){(int16_t)seat, (int16_t)target};
    else if (target >= 0 && node->board.who[target])
        way->count = (uint8_t)who_leaves(table, &key->rows, seat, way->origin, seat_of(node->board.who[target]), target,
                                         way->taken);
    if (bitten)
        lands = KENNEL;
    for (int index = 0; !bitten && index < way->count; index++)
        send_away(table, &key->rows, &way->taken[index]);
    relocate(table, &key->rows, seat, index_of(&key->rows, seat, way->origin), lands, 0);
    if (search->counts_portions) {
        drop_spot(&key->walked, 0, named(seat, way->origin));
        add_spot(&key->walked, 0, named(seat, target));
        key->portions++;
    }
    if (search->burns)
        return;
    if (!table->keeps_left_fields && way->origin >= 0)
        drop_spot(&key->landed, seat, way->origin);
    for (int index = 0; !bitten && index < way->count; index++)
        drop_spot(&key->landed, seat_taken(&way->taken[index]), way->taken[index].place);
    if (!bitten && target >= 0 && table->watched[target])
        add_spot(&key->landed, seat, target);
}

static uint64_t key_hash(const struct key *key) { return hash_of(key, sizeof *key, 0); }

/* Twice the room for nodes and for the table that finds them; 0 without memory. */
static int grow(struct lister *lister)
{
    uint32_t room = lister->node_room ? 2 * lister->node_room : 256;
    struct node *nodes = realloc(lister->nodes, room * sizeof *nodes);
    if (!nodes)
        return 0;
    lister->nodes = nodes;
    lister->node_room = room;
    int32_t *slots = realloc(lister->node_slots, 2 * room * sizeof *slots);
    if (!slots)
        return 0;
    lister->node_slots = slots;
    return 1;
}

/* Puts all nodes so far into a table of so many slots. */
static void rehash(struct lister *lister, int32_t count, uint32_t slots)
{
    lister->node_slot_count = slots;
    memset(lister->node_slots, 0xFF, slots * sizeof *lister->node_slots);
    for (int32_t number = 0; number < count; number++) {
        uint32_t at = (uint32_t)lister->nodes[number].hash & (slots - 1);
        while (lister->node_slots[at] != NO_NODE)
            at = (at + 1) & (slots - 1);
        lister->node_slots[at] = number;
    }
}

static uint32_t slot_of(const struct lister *lister, const struct key *key, uint64_t hash)
{
    uint32_t mask = lister->node_slot_count - 1, at = (uint32_t)hash & mask;
    while (lister->node_slots[at] != NO_NODE) {
        const struct node *node = &lister->nodes[lister->node_slots[at]];
        if (node->hash == hash && !memcmp(&node->key, key, sizeof *key))
            break;
        at = (at + 1) & mask;
    }
    return at;
}

/* The node of the key, new at the end of its layer or known; 0 without memory. */
static struct node *node_of(struct search *search, const struct key *key)
{
    struct lister *lister = search->lister;
    uint64_t hash = key_hash(key);
    uint32_t at = slot_of(lister, key, hash);
    if (lister->node_slots[at] != NO_NODE)
        return &lister->nodes[lister->node_slots[at]];
    if (2 * (uint32_t)search->count >= lister->node_slot_count) {
        if ((uint32_t)search->count == lister->node_room && !grow(lister))
            return 0;
        rehash(lister, search->count, 2 * lister->node_slot_count);
        at = slot_of(lister, key, hash);
    }
    int32_t number = search->count++;
    struct node *node = &lister->nodes[number];
    lister->node_slots[at] = number;
    memcpy(&node->key, key, sizeof *key);
    node->hash = hash;
    node->next = NO_NODE;
    node->ways = 0;
    fill(lister->table, &key->rows, &node->board);
    if (search->last[key->spent] == NO_NODE)
        search->first[key->spent] = number;
    else
        lister->nodes[search->last[key->spent]].next = number;
    search->last[key->spent] = number;
    return node;
}

/* One more portion of a pawn; 0 without memory. */
static int add(struct search *search, int32_t number, struct way *way)
{
    const struct node *before = &search->lister->nodes[number];
    struct key key;
    memcpy(&key, &before->key, sizeof key);
    walk_on(search, before, way, &key);
    key.spent += way->value;
    struct node *node = node_of(search, &key);
    if (!node)
        return 0;
    /* two different last movers leave the next mover free: a third way adds nothing */
    if (!node->ways || (key.spent < search->use->points && node->ways == 1 && node->way[0].last != way->last))
        node->way[node->ways++] = *way;
    return 1;
}

/* The way on which the pawn may take one more portion, and how far it may walk with it; -1 = none. */
static int way_on(const struct search *search, const struct node *node, int seat, int index, uint64_t values,
                  struct reach *found)
{
    int origin = node->board.place[seat][index], which = way_before(node, named(seat, origin));
    if (which < 0 || !allows(search, &node->key, seat, origin))
        return -1;
    return portions(search, node, seat, index, values, found) ? which : -1;
}

/* The boards after one more portion of this pawn; 0 without memory. */
static int leave_by(struct search *search, int32_t number, int seat, int index)
{
    const struct table *table = search->lister->table;
    const struct node *node = &search->lister->nodes[number];
    int origin = node->board.place[seat][index], rest = search->use->points - node->key.spent;
    uint64_t values = ((uint64_t)2 << rest) - 2;
    if (search->use->portions && node->key.portions + 1 >= search->use->portions)
        values = (uint64_t)1 << rest;
    struct reach found;
    int which = way_on(search, node, seat, index, values, &found);
    if (which < 0)
        return 1;
    for (uint64_t bits = values; bits; bits &= bits - 1) {
        int value = __builtin_ctzll(bits);
        for (int end = table->lane; end >= 0; end--) { /* the track, then the deepest goal first */
            if (!((end == table->lane ? found.track : found.lane[end]) >> value & 1))
                continue;
            int target = end == table->lane ? ahead(table, origin, value) : -2 - end;
            struct way way = {.before = number, .which = which, .last = named(seat, target), .seat = (uint8_t)seat,
                              .value = (uint8_t)value, .origin = (int16_t)origin, .target = (int16_t)target};
            if (!add(search, number, &way))
                return 0;
        }
    }
    return 1;
}

/* Whether one pawn can spend all the rest from here. */
static int spends_rest(const struct search *search, const struct node *node)
{
    uint8_t seats[SEATS];
    int count = sharers(search, node, seats);
    struct reach found;
    for (int at = 0; at < count; at++)
        for (int index = 0; index < search->lister->table->pawns; index++)
            if (way_on(search, node, seats[at], index, (uint64_t)1 << (search->use->points - node->key.spent), &found) >= 0)
                return 1;
    return 0;
}

static int leave(struct search *search, int32_t number)
{
    uint8_t seats[SEATS];
    int count = sharers(search, &search->lister->nodes[number], seats);
    for (int at = 0; at < count; at++)
        for (int index = 0; index < search->lister->table->pawns; index++)
            if (!leave_by(search, number, seats[at], index))
                return 0;
    return 1;
}

/* The play that ends in this node, by its first way. */
static void give(struct search *search, const struct node *node)
{
    struct lister *lister = search->lister;
    struct draft draft = lister->mover.start;
    const struct way *way = &node->way[0];
    draft.rows = node->key.rows;
    draft.landed = node->key.landed;
    for (const struct way *step = way; step->before != NO_NODE; step = &lister->nodes[step->before].way[step->which])
        draft.count++;
    for (int at = draft.count; at-- > 0; way = &lister->nodes[way->before].way[way->which]) {
        struct move *step = &draft.step[at];
        *step = (struct move){.kind = ADVANCES, .seat = (int8_t)way->seat, .other_seat = -1, .rank = -1,
                              .count = (int8_t)way->count, .origin = way->origin, .target = way->target,
                              .value = way->value};
        memcpy(step->taken, way->taken, sizeof way->taken);
    }
    take(lister, &draft);
}

/* The board as it is, with nothing spent; 0 without memory. */
static int begin(struct search *search)
{
    struct lister *lister = search->lister;
    struct key key;
    memset(&key, 0, sizeof key);
    key.rows = lister->mover.start.rows;
    for (int spent = 0; spent <= POINTS; spent++)
        search->first[spent] = search->last[spent] = NO_NODE;
    if (!lister->node_room && !grow(lister))
        return 0;
    rehash(lister, 0, 256);
    struct node *root = node_of(search, &key);
    if (!root)
        return 0;
    root->ways = 1;
    root->way[0] = (struct way){.before = NO_NODE, .last = NOBODY};
    return 1;
}

/* All ways to spend the points, once for each board; of a lister that asks, only whether there is one. */
void spread_points(struct lister *lister, const struct use *use)
{
    struct search search = {.lister = lister, .use = use,
                            .counts_portions = use->op == SEVEN && (use->portions || !(use->flags & REVISIT)),
                            .burns = use->op == SEVEN && use->flags & BURNS};
    lister->refused |= !begin(&search);
    for (int spent = 0; !lister->refused && spent < use->points; spent++)
        for (int32_t number = search.first[spent]; number != NO_NODE && !lister->refused;
             number = lister->nodes[number].next) {
            if (lister->asks && spends_rest(&search, &lister->nodes[number])) {
                lister->answer = HAS_EFFECT;
                return;
            }
            lister->refused |= !leave(&search, number) || search.count > MOST_NODES;
        }
    int32_t number = lister->refused || lister->asks ? NO_NODE : search.first[use->points];
    for (; number != NO_NODE && !lister->refused; number = lister->nodes[number].next)
        give(&search, &lister->nodes[number]);
}
