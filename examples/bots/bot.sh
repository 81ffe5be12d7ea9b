#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A bot in the shell that asks for the legal plays and makes the one that takes most cards: pasur sim exec:examples/bots/bot.sh greedy
while read -r word id rest; do
    case $word in
    hello) echo "ready 1 legal" ;;
    ask)
        best=
        case $rest in
        *" legal "*) plays=${rest##* legal } ;;
        *) echo "error 0 no legal plays are told" && continue ;;
        esac
        while [ -n "$plays" ]; do
            play=${plays%%,*}
            [ ${#play} -le ${#best} ] || best=$play
            plays=${plays#"$play"}
            plays=${plays#,}
        done
        echo "play $id $best"
        ;;
    bye) exit ;;
    esac
done
