# SPDX-License-Identifier: GPL-3.0-or-later
# What the hostile bots have in common: they play the first legal play, and now and then do what they are named after.

ready() { read -r hello && echo 'ready 1 legal'; }

# asked: the next request into line, its number into id and its first legal play into play
asked() {
    while read -r line && [ "$line" != bye ]; do
        case $line in 'ask '*' legal '*) break ;; esac
    done
    case $line in ask*) ;; *) return 1 ;; esac
    id=${line#ask }
    id=${id%% *}
    play=${line##* legal }
    play=${play%%,*}
}

# now_and_then: one request in 50
now_and_then() { [ $((id % 50)) -eq 0 ]; }
