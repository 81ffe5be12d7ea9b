# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of pasur for bash: the program itself says what may stand where.

_pasur() {
    local line=${COMP_LINE:0:COMP_POINT} candidate last cut='' breaks='' prefix file
    local -a words=()
    read -ra words <<<"$line"
    case $line in *[[:space:]]) words+=('') ;; esac
    last=${words[${#words[@]} - 1]}
    # The shell puts the candidate in place of what stands behind the last of these.
    case $COMP_WORDBREAKS in *:*) breaks=: ;; esac
    case $COMP_WORDBREAKS in *=*) breaks+='=' ;; esac
    [ -z "$breaks" ] || cut=${last%"${last##*[$breaks]}"}
    COMPREPLY=()
    while IFS= read -r candidate; do
        candidate=${candidate%%$'\t'*}
        case $candidate in
        :files*)
            prefix=${candidate#:files }
            compopt -o filenames 2>/dev/null
            while IFS= read -r file; do
                COMPREPLY+=("${prefix#"$cut"}$file")
            done < <(compgen -f -- "${last#"$prefix"}") ;;
        *)
            case $candidate in *[=:,]) compopt -o nospace 2>/dev/null ;; esac
            COMPREPLY+=("${candidate#"$cut"}") ;;
        esac
    done < <("${words[0]/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null)
}
complete -F _pasur pasur
