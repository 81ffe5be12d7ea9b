// SPDX-License-Identifier: GPL-3.0-or-later
// The tournament of tournament.c in C++17: everything frees itself, and what fails throws.
// c++ -std=c++17 tournament.cpp $(pkg-config --cflags --libs pasur) -o tournament
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <pasur.h>
#include <stdexcept>
#include <vector>

struct Error : std::runtime_error {
    explicit Error(const pasur_error &error) : std::runtime_error(error.text) {}
};

// What a function pasur_…_new returns, owned.
template <auto Free> struct Freed {
    template <class T> void operator()(T *object) const { Free(object); }
};
using Rules = std::unique_ptr<pasur_rules, Freed<pasur_rules_free>>;
using Agent = std::unique_ptr<pasur_agent, Freed<pasur_agent_free>>;

// Calls a function of the library with an error behind its arguments: what it made, owned by `Owner`, or it throws.
template <class Owner, class Function, class... Arguments> Owner make(Function function, Arguments... arguments)
{
    pasur_error error;
    Owner made(function(arguments..., &error));
    if (!made) throw Error(error);
    return made;
}

template <class Function, class... Arguments> void call(Function function, Arguments... arguments)
{
    pasur_error error;
    if (function(arguments..., &error) != PASUR_OK) throw Error(error);
}

// Plays what captures most cards. Up to 256 decisions come at once, as a network wants them.
static void most(void *, const pasur_decisions *all, pasur_cards chosen[])
{
    for (std::size_t i = 0; i < all->count; i++)
        for (auto play = all->plays + all->first[i]; play < all->plays + all->first[i + 1]; play++)
            if (__builtin_popcountll(*play) > __builtin_popcountll(chosen[i])) chosen[i] = *play;
}

int main()
try {
    constexpr std::size_t boards = 1000, seats = 2;
    const auto rules = make<Rules>(pasur_rules_new, "pagat", 2);
    const auto mine = make<Agent>(pasur_agent_own_many, rules.get(), "most", most, nullptr);
    const auto greedy = make<Agent>(pasur_agent_new, rules.get(), "greedy");
    const pasur_agent *const agents[] = {mine.get(), greedy.get()};
    const auto entries = boards * seats * static_cast<std::size_t>(pasur_sim_seatings(rules.get(), 2, 0));
    std::vector<std::int32_t> agent(entries), points(entries);
    pasur_sim_options options{};
    options.seed = 1;
    options.boards = boards;
    pasur_sim_rows rows{};
    rows.agent = agent.data();
    rows.points = points.data();
    call(pasur_sim, rules.get(), agents, 2, &options, &rows, nullptr);

    double sum = 0, squares = 0;
    for (std::size_t board = 0; board < boards; board++) {
        double lead = 0; // of both rounds
        for (std::size_t i = 4 * board; i < 4 * board + 4; i++)
            lead += (agent[i] == 0 ? 1 : -1) * points[i] / 2.0;
        sum += lead;
        squares += lead * lead;
    }
    const double mean = sum / boards, error = std::sqrt((squares / boards - mean * mean) / (boards - 1));
    std::printf("most - greedy: %+.2f points a round, 95 %% interval +- %.2f\n", mean, 1.96 * error);
} catch (const Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
