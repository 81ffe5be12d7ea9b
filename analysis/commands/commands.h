/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands: argv[0] is the command's name; returns the exit status (contract: 0 … 5, 130). */
#ifndef PASUR_ANALYSIS_COMMANDS_COMMANDS_H
#define PASUR_ANALYSIS_COMMANDS_COMMANDS_H

int cmd_sim(int argc, char **argv);
int cmd_tactics(int argc, char **argv);
int cmd_tune(int argc, char **argv);
int cmd_rate(int argc, char **argv);
int cmd_power(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_calibrate(int argc, char **argv);
int cmd_plot(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_perft(int argc, char **argv);
int cmd_deal(int argc, char **argv);
int cmd_solve(int argc, char **argv);
int cmd_advise(int argc, char **argv);
int cmd_agents(int argc, char **argv);
int cmd_rules(int argc, char **argv);

#endif
