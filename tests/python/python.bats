# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package as `pip install .` makes it, without network, and used from elsewhere.

bats_require_minimum_version 1.5.0

# The first interpreter that has pip and numpy, itself and not what starts it.
find_python() {
    local found
    for found in "${PYTHON:-python3}" /usr/bin/python3; do
        if "$found" -c 'import sys, numpy, pip; assert sys.version_info >= (3, 9); print(sys.executable)' 2>/dev/null; then
            return
        fi
    done
}

setup_file() {
    unset PASUR_LIBRARY PYTHONPATH
    export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
    export OPENBLAS_NUM_THREADS=1 # more of them cost time of processors and bring none
    export tests=$BATS_TEST_DIRNAME site=$BATS_FILE_TMPDIR/site
    export root=$tests/../.. python
    python=$(find_python)
    [ "$python" ] || return 0
    "$root/tests/in_turn" "$python" -m pip install --quiet --no-deps --target "$site" . >&2
}

setup() {
    [ "$python" ] || skip "no python3 with numpy and pip"
    export PYTHONPATH=$site
    cd "$BATS_TEST_TMPDIR" || return 1
}

# FILE [CLASS.TEST]: runs the file's tests, or that one
run_tests() {
    PYTHONPATH=$site:$tests "$python" -m unittest -v "$1${2:+.$2}"
}

# bats test_tags=slow
@test "the package stands by itself, with what its RECORD says" {
    run -0 "$python" -c 'import pasur, os; print(os.path.dirname(pasur.__file__))'
    [ "$output" = "$site/pasur" ]
    [ "pasur $("$python" -c 'import pasur; print(pasur.__version__)')" = "$("$PASUR" --version | head -n 1)" ]
    "$python" - "$site" <<'PY'
import base64, csv, hashlib, pathlib, sys
site = pathlib.Path(sys.argv[1])
rows = list(csv.reader(next(site.glob("pasur-*.dist-info/RECORD")).open()))
named = {name for name, digest, size in rows}
assert named >= {"pasur/__init__.py", "pasur/py.typed"} and any("libpasur" in name for name in named), named
for name, digest, size in rows:
    data = (site / name).read_bytes()
    if digest:
        assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), name
        assert int(size) == len(data), name
PY
}

# bats test_tags=slow,check
@test "the same source makes the same wheel, and a source archive that pip can read" {
    export PASUR_LIBRARY
    PASUR_LIBRARY=$(ls "$site"/pasur/libpasur*)
    for turn in 1 2; do
        "$python" -m pip wheel --quiet --no-deps --wheel-dir $turn "$root"
    done
    cmp 1/*.whl 2/*.whl
    "$python" -c "import sys; sys.path.insert(0, '$root/python'); import build_wheel; print(build_wheel.build_sdist('.'))"
    "$python" -m pip install --quiet --no-deps --target there ./pasur-*.tar.gz
    cmp there/pasur/cards.py "$site/pasur/cards.py"
    # an editable one leads to the source
    "$python" -m pip install --quiet --no-deps --target editable --editable "$root"
    PYTHONPATH= "$python" -c "import site; site.addsitedir('editable'); import pasur; assert 'python/pasur' in pasur.__file__"
}

# bats test_tags=slow
@test "every file of tests stands below" {
    for file in "$tests"/test_*.py; do basename "$file" .py; done >files
    sed -n 's/.*{ run_tests \(test_[a-z]*\); }$/\1/p' "$tests/python.bats" | sort | diff - files
}

# bats test_tags=slow
@test "the header says what the package believes of the library" { run_tests test_header; }
# bats test_tags=slow
@test "cards and plays" { run_tests test_cards; }
# bats test_tags=slow
@test "rules, rounds and views" { run_tests test_rounds; }
# bats test_tags=slow
@test "agents, one's own too, boards, advice and tables with the figures that the program prints" { run_tests test_agents; }
# bats test_tags=slow
@test "signals while the library plays, and children that are forked" { run_tests test_signals; }
# bats test_tags=slow
@test "plays and views as numbers, rounds side by side, and what PettingZoo documents of the environment" { run_tests test_learning; }
# bats test_tags=slow
@test "the game for OpenSpiel" { run_tests test_openspiel; }

# bats test_tags=slow
@test "PettingZoo's own test of the environment" {
    "$python" -c 'import pettingzoo' 2>/dev/null || skip "PettingZoo is not installed"
    run_tests test_learning AecTest.test_pettingzoo_has_nothing_to_say_against_it
}

# bats test_tags=slow
@test "the example for OpenSpiel says in one line what is missing" {
    "$python" -c 'import pyspiel' 2>/dev/null && skip "OpenSpiel is installed"
    run -1 "$python" "$root/examples/openspiel/tournament.py"
    [ "$output" = "tournament.py: pyspiel is missing; pip install open_spiel" ]
}

# bats test_tags=slow
@test "the example of training learns, by torch where that is there and by numpy" {
    ways=('')
    if "$python" -c 'import torch' 2>/dev/null; then ways+=(--numpy); fi # without torch the two are one
    for without in "${ways[@]}"; do
        run -0 "$python" "$root/examples/training/ppo.py" --rounds 256 --boards 20 --against random $without
        [[ "${lines[0]}" =~ ^(Torch|Numpy)'Net: 256 rounds in '[0-9]+' s of one core'$ ]]
        [[ "${lines[1]}" =~ ^'ppo scores '.*' points a round over random: between '.*'(20 boards, 40 rounds)'$ ]]
    done
}

# bats test_tags=slow
@test "OpenSpiel's own test of the game" {
    "$python" -c 'import pyspiel' 2>/dev/null || skip "OpenSpiel is not installed"
    run_tests test_openspiel OpenSpielTest.test_openspiel_has_nothing_to_say_against_it
}

# The blocks ```python of docs/python.md, run one behind the other, print what its blocks ``` show.
# bats test_tags=slow,check
@test "the guide shows what its programs print" {
    page=$root/docs/python.md
    awk '/^```python$/ { code = 1; next } /^```/ { code = 0 } code' "$page" >shown.py
    [ "$(wc -l <shown.py)" -gt 20 ]
    "$python" shown.py >printed
    awk '/^```python$/ { python = 1; next } /^```$/ && python == 1 { python = 2; next } /^```$/ && python == 2 { python = 3; next }
         /^```$/ { python = 0 } python == 3' "$page" | diff - printed
}

# bats test_tags=slow,check
@test "the examples print what the guide shows, and one draws its figure" {
    [ "$(wc -l <"$root/examples/python/tournament.py")" -le 30 ]
    "$python" "$root/examples/python/tournament.py" >told
    [ "$(wc -l <told)" -eq 2 ]
    while IFS= read -r line; do grep -qxF -- "$line" "$root/docs/python.md"; done <told
    [ "$(wc -l <"$root/examples/python/learn.py")" -le 50 ]
    "$python" "$root/examples/python/learn.py" random >told # the last bits of its weights are the processor's
    grep -Eqx 'learned scores \+[0-9.]+ points a round over random: between \+.* \(500 boards, 1000 rounds\)' told
    standin=$tests/standin
    if "$python" -c 'import pyspiel' 2>/dev/null; then standin=; fi
    PYTHONPATH=$site${standin:+:$standin} "$python" "$root/examples/openspiel/tournament.py" >told
    [ "$(wc -l <told)" -eq 1 ]
    grep -qxFf told "$root/docs/python.md"
    command -v gnuplot >/dev/null || skip "no gnuplot"
    "$python" "$root/examples/python/figure.py" >told
    [ "$(wc -l <told)" -eq 12 ]
    grep -q '</svg>' ahead.svg
    # another gnuplot draws the same otherwise
    if [ "$(grep Produced ahead.svg)" = "$(grep Produced "$root/docs/img/ahead.svg")" ]; then
        cmp ahead.svg "$root/docs/img/ahead.svg"
    fi
}
