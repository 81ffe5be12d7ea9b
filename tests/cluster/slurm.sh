#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/cluster/slurm.sh PASUR: a Slurm of this one machine (munged, slurmctld, slurmd, everything in a folder of its own)
# plays a run as an array job of four parts. One part is killed (SIGKILL), one is told to stop (SIGUSR1), and both are
# queued again; what `pasur merge` makes of the parts must be one machine's files. Status 77 and a reason where Slurm
# cannot be started. Nothing is left behind, and nothing waits longer than a minute or two.
set -euo pipefail
pasur=$(realpath "${1:?usage: tests/cluster/slurm.sh PASUR}")
run=(sim ismcts:iters=150 greedy --boards 3000) # a part writes once a second, and takes some of them

skip() { echo "skipped: $*"; exit 77; }
fail() {
    echo "$*"
    tail -n 20 ./*.log part.* 2>/dev/null || true
    exit 1
}
[ "$(id -u)" = 0 ] || skip "only root can start slurmd"
export PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch squeue scancel scontrol timeout; do
    command -v $program >/dev/null || skip "$program is not installed (Debian: slurm-wlm, munge)"
done
getent passwd munge >/dev/null || skip "there is no user munge"

work=$(mktemp -d)
chmod 755 "$work"
cd "$work"
daemons=()
cleanup() {
    local pid
    [ ${#daemons[@]} = 0 ] || timeout 5 scancel --signal=KILL --full --user=root >/dev/null 2>&1 || true
    for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do kill "${daemons[i]}" 2>/dev/null || true; done
    for pid in "${daemons[@]}"; do
        for _ in {1..50}; do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
        kill -KILL "$pid" 2>/dev/null || true
    done
    for pid in $(cat "$work"/part*.pid 2>/dev/null); do # a part that outlived its Slurm
        [ "$(readlink "/proc/$pid/cwd" 2>/dev/null)" != "$work" ] || kill -KILL "$pid" 2>/dev/null || true
    done
    cd /
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM HUP

# within SECONDS COMMAND…: repeats it until it is true
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}
client() { timeout 10 "$@"; }

# ---- Slurm

host=$(hostname -s)
port=$((20000 + RANDOM % 20000))
export SLURM_CONF=$work/slurm.conf
install -d -o munge -m 755 munge
dd if=/dev/urandom of=munge/key bs=128 count=1 status=none
chown munge munge/key
chmod 400 munge/key
mkdir state spool
cat >slurm.conf <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
ReturnToService=2
MpiDefault=none
JobRequeue=1
KillWait=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP MaxTime=INFINITE
CONF

setpriv --reuid=munge --regid="$(id -g munge)" --clear-groups munged --foreground --force --socket="$work/munge/socket" \
    --key-file="$work/munge/key" --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" \
    --log-file="$work/munge/log" >munged.log 2>&1 &
daemons+=($!)
within 10 test -S munge/socket || skip "munged does not start: $(tail -n 1 munged.log)"
slurmctld -D -f "$SLURM_CONF" >slurmctld.log 2>&1 &
daemons+=($!)
slurmd -D -f "$SLURM_CONF" >slurmd.log 2>&1 &
daemons+=($!)
is_idle() { client sinfo --noheader --format=%T | grep -qx idle; }
within 20 is_idle || skip "no idle node: $(grep -h error slurmctld.log slurmd.log | tail -n 1)"

# ---- the run in four parts

cat >job <<JOB
#!/bin/bash
task=\$SLURM_ARRAY_TASK_ID
echo \$\$ >part\$task.pid
exec '$pasur' ${run[*]} --threads 1 --rounds-csv rows.\$task --records records.\$task --run part\$task --part slurm
JOB
array=$(client sbatch --parsable --requeue --open-mode=append --array=1-4 --ntasks=1 --chdir="$work" --output=part.%a job) ||
    skip "no job can be submitted"

has_results() { [ "$(stat -c %s "part$1/chunks" 2>/dev/null || echo 0)" -gt 200 ]; }
is_state() { client scontrol show job "${array}_$1" | grep -q "JobState=$2"; }
# A part that keeps something is frozen at once, so that it cannot be over before Slurm has brought it its signal.
freeze() { within 60 has_results "$1" && kill -STOP "$(cat "part$1.pid")"; }
freeze 2 & frozen=($!)
freeze 3 & frozen+=($!)
wait "${frozen[0]}" || fail "part 2 keeps nothing"
wait "${frozen[1]}" || fail "part 3 keeps nothing"
kill -KILL "$(cat part2.pid)"
client scancel --batch --signal=USR1 "${array}_3"
kill -CONT "$(cat part3.pid)"
for part in 2 3; do
    within 30 is_state $part FAILED || fail "part $part did not fail: $(client scontrol show job "${array}_$part" | grep -o 'JobState=[A-Z]*')"
done
sleep 2 # slurmd refuses a job that is queued again in the second in which it ended ("credential revoked")
for part in 2 3; do
    client scontrol requeue "${array}_$part" || fail "part $part cannot be queued again"
    client scontrol update "jobid=${array}_$part" StartTime=now || fail "part $part has to wait"
done
is_over() { [ -z "$(client squeue --noheader)" ]; }
within 120 is_over || fail "the parts do not end: $(client squeue --noheader)"
for part in 2 3; do
    grep -q 'continues with what is in' part.$part || fail "part $part was over before it could be stopped"
done
[ "$(grep -h '^part [1-4] of 4: 100.0 %' part.? | wc -l)" -eq 4 ] || fail "a part is not whole"

# ---- one machine

"$pasur" "${run[@]}" --quiet --run one --csv figures.one --rounds-csv rows.one --records records.one >/dev/null
"$pasur" merge part1 part2 part3 part4 --quiet --csv figures.merged --rounds-csv rows.merged --records records.merged >/dev/null
same() { cmp <(eval "$2" <"$1.one") <(eval "$2" <"$1.merged") || fail "$1: not one machine's"; }
untimed="sed -E '/^# (start|wall_seconds): /d'"
# without ns_per_play, which is time
same figures "$untimed | awk -F, -v OFS=, '/^agent,/ { for (i = 1; i <= NF; i++) if (\$i == \"ns_per_play\") n = i } n { \$n = \"\" } 1'"
same rows "$untimed"
same records cat
echo "one machine's figures, $(grep -vc '^#' rows.one) rows and $(grep -c '^deal' records.one) records"
