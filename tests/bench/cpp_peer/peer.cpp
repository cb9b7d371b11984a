// Whole random games and the worst split of libdog, a C++ program for DOG with four players.
// usage: peer SECONDS   prints: games a second, actions a game, milliseconds of the split, its actions
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <random>

#include <libdog/libdog.hpp>

using namespace libdog;

static double seconds_used() { return double(clock()) / CLOCKS_PER_SEC; }

// The way its own performance test deals: a hundred shuffled packs, so that no game runs out of cards.
static std::vector<Card> cards_of(int seed)
{
    CardStack pack(get_dog_card_set(), std::default_random_engine(seed));
    pack.shuffle();
    CardStack all;
    for (int packs = 0; packs < 100; packs++) {
        CardStack copy = pack;
        copy.move_to(all);
    }
    return all.get_cards();
}

static long random_game(const std::vector<Card> &cards, int seed)
{
    std::default_random_engine chance(seed);
    DogGame game(true);
    game.reset_with_deck(cards);
    long actions = 0;
    for (; game.result() == -1; actions++) {
        auto possible = game.get_possible_actions(game.player_turn);
        std::uniform_int_distribution<size_t> any(0, possible.size() - 1);
        if (!game.play(game.player_turn, possible.at(any(chance))))
            throw std::runtime_error("it refuses an action that it listed");
    }
    return actions;
}

static void worst_split()
{
    DogGame game(true, false, false, false);
    game.load_board("P0P8P16P24||P32P40P48P56|");
    double best = 1e9;
    size_t count = 0;
    for (int times = 0; times < 5; times++) {
        double began = seconds_used();
        count = game.possible_actions_for_card(0, Seven, false).size();
        best = std::min(best, seconds_used() - began);
    }
    std::cout << best * 1000 << " " << count << "\n";
}

int main(int count, char **words)
{
    double limit = count > 1 ? std::atof(words[1]) : 1, spent = 0;
    long games = 0, actions = 0;
    while (spent < limit) {
        std::vector<Card> cards = cards_of(games + 1);
        double began = seconds_used();
        actions += random_game(cards, games + 1);
        spent += seconds_used() - began;
        games++;
    }
    std::cout << games / spent << " " << double(actions) / games << " ";
    worst_split();
}
