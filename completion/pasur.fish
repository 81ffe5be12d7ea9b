# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pasur for fish: the program itself says what may stand where.

function __pasur_candidates
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] "$typed" 2>/dev/null)
        if string match -q ':files*' -- $line
            set -l prefix (string replace -r '^:files ?' '' -- $line)
            set -l rest (string sub -s (math (string length -- "$prefix") + 1) -- "$typed")
            for path in (__fish_complete_path "$rest")
                echo $prefix$path
            end
        else
            echo $line
        end
    end
end

complete -c pasur -f -a '(__pasur_candidates)'
