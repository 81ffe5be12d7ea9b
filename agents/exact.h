/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one round that a seat may face, where nothing is hidden any more. */
#pragma once

#include "agents/agent.h"

/* True, with the round, if only one round agrees with the view: in the last deal of two players the unseen cards are the
   other hand. */
bool exact_round(Round *round, const View *view);
