/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's version, as in CHANGELOG.md: printed by --version, in CSV head lines and in run directories. */
#ifndef PASUR_ANALYSIS_REPORT_VERSION_H
#define PASUR_ANALYSIS_REPORT_VERSION_H

#define PASUR_VERSION "0.1.0"

#endif
