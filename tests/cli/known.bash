# SPDX-License-Identifier: GPL-3.0-or-later
# What the program says that it knows: tests take lists and counts from here, not from their own memory.

# presets, rule_keys: one a line
presets() { "$PASUR" rules | sed -n '/^Presets/,/^$/s/^  \([^ ]*\) .*/\1/p'; }
rule_keys() { "$PASUR" rules | sed -n '/^Key /,/^$/s/^\([a-z_]*\)  .*/\1/p'; }
# rule_sets: every preset for every number of players, in teams and alone
rule_sets() {
    local preset players rest
    for preset in $(presets); do
        for players in 2 3 4; do
            for rest in '' ,teams=0 ,teams=1; do
                [ $players = 4 ] || [ -z "$rest" ] || continue
                "$PASUR" rules "$preset,players=$players$rest" >/dev/null 2>&1 || continue
                echo "$preset,players=$players$rest"
            done
        done
    done
}
# weights: what can be weighed by the agent tactic; tactics: those that are no part of its base
weights() { "$PASUR" agents | sed -n '/^tactic /,/^[a-z]/s/^    \([a-z_0-9]*\)=X (.*/\1/p'; }
# tuned: those that tune looks for; how the pack is gathered is no play
tuned() { weights | grep -v '^split_faces$'; }
tactics() { weights | grep -v '^base_'; }
# weightless: those whose weight is 0 by default
weightless() { "$PASUR" agents tactic | sed -n 's/^    \([a-z_0-9]*\)=X (.*default 0).*/\1/p'; }
