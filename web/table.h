/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the page: one match, and one position of the user's own. The page asks by lines of text and is answered in
   JSON; it knows no rule of the game. Built for WebAssembly by `make web`; natively, `pasur report` asks for stories of records.

   A request is a word and its arguments, each in a line of its own. An answer is an object; of what is wrong it has only
   "error". Cards and plays are written as everywhere (`pasur help notation`); seats and sides are those of the round, but in
   "match", which has those of the first round.

     setup                                 presets, and agents that need no more than a name
     rules TEXT PLAYERS                    what these rules are; PLAYERS where the text does not say
     begin RULES SEED SEAT SCORES AGENT…   a match; SEAT is the person's in the first round, or - ; SCORES A/B or -. An AGENT
                                           "you" is a person too: with SEAT - several play, who see all hands
     at PLY                                the round as it stood
     play PLAY                             the person's play
     think                                 the agent to move plays
     next                                  the next round of the match
     undo PLY                              back to that play; agents play on as they did
     record                                the records of the match
     read TEXT…                            a record's lines; its round takes the place of the match
     go_on PLY SEAT AGENT…                 the round that was read goes on from there, with the person at SEAT
     view RULES HAND POOL PILES SURS SCORES DEAL LAST SEAT   a position of one's own; - : not said
     view_of PLY                           the position of who was to move there
     advise AGENT ITERATIONS SEED          what each play is worth there
     why AGENT BETTER OTHER SEED           why the first of two plays is better: text, and parts with points and shares
     story AGENT ITERATIONS SEED           the round as it stands, and before each play: cards, and advice */
#pragma once

/* Answers one request, whose lines it takes apart. The answer stands until the next request. */
const char *pasur_ask(char *request);
