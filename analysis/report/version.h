/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's version, as in CHANGELOG.md: printed by --version, in CSV head lines and in run directories. */
#pragma once

#define PASUR_VERSION "0.1.0"
