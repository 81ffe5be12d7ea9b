# SPDX-License-Identifier: GPL-3.0-or-later
# Completion: what the program proposes, and that each shell puts it in place of what is typed.
# bats file_tags=quick

setup() {
    bats_require_minimum_version 1.5.0
    shells=$PWD/completion
    mkdir "$BATS_TEST_TMPDIR/bin" "$BATS_TEST_TMPDIR/here"
    ln -s "$PASUR" "$BATS_TEST_TMPDIR/bin/pasur"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH
    cd "$BATS_TEST_TMPDIR/here"
    touch weights.txt 'we b.txt'
    mkdir wet
}

# proposed WORD...: the candidates, with blanks between
proposed() { "$PASUR" complete -- "$@" | cut -f 1 | paste -sd ' ' -; }

@test "commands, their options and what these take are proposed" {
    [ "$(proposed si)" = sim ]
    [ "$(proposed he)" = help ]
    [ "$(proposed help tu)" = tune ]
    [ "$(proposed help glo)" = glossary ]
    [ "$(proposed help ad)" = "advise advice" ]
    [ "$(proposed sim --round)" = --rounds-csv ]
    [ "$(proposed sim --order=)" = "--order=turns --order=fixed" ]
    [ "$(proposed sim --order f)" = fixed ]
    [ "$(proposed sim --stop '')" = "ci= sprt=" ]
    [ "$(proposed sim --help '')" = all ]
    [ "$(proposed manual ta)" = tactics ]
    [ "$(proposed sim -- --)" = "" ]
    [ "$(proposed nonsense x)" = "" ]
    [ "$(proposed)" = "$(proposed '')" ]
    for command in $("$PASUR" help commands | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        [ "$(proposed "$command" --help)" = --help ]
        [ "$(proposed "$command")" = "$command" ] || grep -qw "$command" <<<"$(proposed "$command")"
    done
}

@test "agents, their parameters and their values are proposed" {
    [ "$(proposed sim tac)" = "tactic tactic:" ]
    [ "$(proposed sim greedy tactic:deny_)" = tactic:deny_sur= ]
    [ "$(proposed sim tactic:deny_sur=1,raise)" = tactic:deny_sur=1,raise_11= ]
    [ "$(proposed sim tactic:goal=)" = "tactic:goal=points tactic:goal=match" ]
    [ "$(proposed sim exploiter:playouts=9,cu)" = exploiter:playouts=9,cut= ]
    [ "$(proposed tactics --opponent greedy,cou)" = greedy,counter ]
    [ "$(proposed tactics --opponent tactic:deny_sur=1,cou)" = "tactic:deny_sur=1,count_cards= tactic:deny_sur=1,counter" ]
    [ "$(proposed tactics --opponent tactic:deny_sur=1,greedy,cou)" = tactic:deny_sur=1,greedy,counter ]
    [ "$(proposed rate greedy random cou)" = counter ]
    [ "$(proposed advise --agent osc)" = "" ]
}

@test "tactics, parameters and rules are proposed" {
    [ "$(proposed tactics --tactics deny_sur,rai)" = deny_sur,raise_11 ]
    [ "$(proposed tactics --sweep den)" = deny_sur= ]
    [ "$(proposed tune tactic --params al)" = all ]
    [ "$(proposed tune tactic --params deny_sur,rai)" = deny_sur,raise_11 ]
    [ "$(proposed sim --rules wi)" = wikipedia ]
    [ "$(proposed sim --rules wikipedia,clubs_t)" = wikipedia,clubs_tie= ]
    [ "$(proposed sim --rules=wikipedia,teams=1,clubs=)" = "--rules=wikipedia,teams=1,clubs=most --rules=wikipedia,teams=1,clubs=percard" ]
}

@test "where a file may stand, files are asked for" {
    [ "$("$PASUR" complete -- sim --csv x)" = ":files " ]
    [ "$("$PASUR" complete -- sim --csv=x)" = ":files --csv=" ]
    [ "$("$PASUR" complete -- replay '')" = ":files " ]
    [ "$("$PASUR" complete -- sim tactic:raise_11=1,weights=w)" = ":files tactic:raise_11=1,weights=" ]
    [ "$("$PASUR" complete -- sim lua:fe)" = ":files lua:" ]
    [ "$("$PASUR" complete -- sim tactic:advice=fe)" = ":files tactic:advice=" ]
    [ "$("$PASUR" complete -- tactics --advice fe)" = ":files " ]
    [ "$(proposed tune tactic --from '')" = "base defaults :files " ]
    [ "$(proposed plot -o x)" = ":files " ]
}

@test "what is proposed is taken" {
    while read -r agent; do
        "$PASUR" sim greedy "$agent" --boards 1 --dry-run >/dev/null
    done < <("$PASUR" complete -- sim '' | cut -f 1 | grep -v '[-:]\|^exec$\|^exploiter$\|^lua$')
    while read -r preset; do "$PASUR" rules "$preset" >/dev/null; done < <("$PASUR" complete -- rules '' | cut -f 1 | grep -v '^-')
    for key in $("$PASUR" complete -- rules pagat, | cut -f 1); do
        while read -r rules; do
            [ "$rules" = pagat,teams=1 ] || [ "$rules" = pagat,clubs_tie=other ] || "$PASUR" rules "$rules" >/dev/null
        done < <("$PASUR" complete -- rules "$key" | cut -f 1 | grep -v ':$')
    done
}

# replies LINE: what bash would put in place of the last word's end, a line each
replies() {
    bash -c '. "$1/pasur.bash"; COMP_LINE=$2 COMP_POINT=${#2}; COMP_WORDBREAKS=${3-$COMP_WORDBREAKS}; _pasur
        [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' bash "$shells" "$@"
}

@test "bash completes behind its word breaks" {
    [ "$(replies 'pasur si')" = sim ]
    [ "$(replies 'pasur sim --rules wikipedia,clubs_t')" = wikipedia,clubs_tie= ]
    [ "$(replies 'pasur sim tactic:deny_')" = deny_sur= ]
    [ "$(replies 'pasur sim tactic:deny_' ' ')" = tactic:deny_sur= ]
    [ "$(replies 'pasur sim tactic:raise_11=1,leave_')" = 1,leave_11= ]
    [ "$(replies 'pasur sim --csv wei')" = weights.txt ]
    [ "$(replies 'pasur sim --csv=we' | sort)" = "$(printf '%s\n' 'we b.txt' weights.txt wet | sort)" ]
    [ "$(replies 'pasur sim tactic:weights=wei')" = weights.txt ]
    [ "$(replies 'pasur sim tactic:weights=wei' ' ')" = tactic:weights=weights.txt ]
    [ "$(replies 'pasur deal | nonsense x')" = "" ]
    grep -qx -- --seed < <(replies 'pasur deal ')
}

@test "zsh completes" {
    command -v zsh >/dev/null || skip "no zsh"
    zsh -n "$shells/_pasur"
    # zsh_replies WORD...: what the function gives to the builtins of zsh
    zsh_replies() {
        zsh -fc 'compadd() { while [[ $1 == -* ]]; do [[ $1 == (-S|-d) ]] && shift; [[ $1 == -a ]] && name=$2; shift; done
                     print -rl -- ${(P)name}; }
            compset() { print -r -- "prefix $2"; }; _files() { print files; }
            file=$1; shift; words=(pasur "$@"); CURRENT=$#words; PREFIX=$words[-1]
            . $file' zsh "$shells/_pasur" "$@"
    }
    [ "$(zsh_replies si)" = sim ]
    [ "$(zsh_replies sim tac)" = "$(printf 'tactic\ntactic:')" ]
    [ "$(zsh_replies sim --rules wikipedia,clubs_t)" = wikipedia,clubs_tie= ]
    [ "$(zsh_replies tune tactic --from '')" = "$(printf 'base\ndefaults\nprefix 0\nfiles')" ]
    [ "$(zsh_replies sim tactic:weights=w)" = "$(printf 'prefix 15\nfiles')" ]
}

@test "fish completes" {
    command -v fish >/dev/null || skip "no fish"
    fish -n "$shells/pasur.fish"
    fish_replies() { HOME=$BATS_TEST_TMPDIR fish -N -c "source '$shells/pasur.fish'; complete -C '$1'" | cut -f 1; }
    [ "$(fish_replies 'pasur si')" = sim ]
    [ "$(fish_replies 'pasur sim tactic:deny_')" = tactic:deny_sur= ]
    [ "$(fish_replies 'pasur sim --csv wei')" = weights.txt ]
    [ "$(fish_replies 'pasur sim --csv=wei')" = --csv=weights.txt ]
    [ "$(fish_replies 'pasur sim tactic:weights=wei')" = tactic:weights=weights.txt ]
}
