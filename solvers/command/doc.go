// Package command makes strategies of programs in any language.
//
// [Strategy] takes the words of a command line. The program is started once for each
// trial at a time, and asked again and again; it is killed and started anew when it passes
// a limit, crashes, or breaks the protocol. Sweeps, limits, checks of solutions and
// stored rows are those of all strategies.
//
// # The protocol puzzlelab/1
//
// Text in UTF-8, a line each way. When the program is ready for the first request it
// prints, on standard output, as all that follows:
//
//	{"ready":"puzzlelab/1"}
//
// What it does before is no trial's: tables are loaded then. It has a minute. A request
// is a line on its standard input, of six parts with one space between them:
//
//	ID SEED SECONDS NODES BYTES INSTANCE
//	1 17284904623340391431 30 1000000 0 1 2 3 4 5 6 7 0 8
//
// ID and SEED are whole numbers below 2^64. SEED is the trial's: who draws at random draws
// from it, and gives the same answer to the same request. SECONDS (a decimal), NODES and
// BYTES are limits on wall time, nodes expanded and the memory that the program itself
// accounts for, 0 for none; a program that keeps them answers with its counters, and the
// first is kept from outside as well. INSTANCE is all the rest, in the puzzle's text.
//
// The answer is one JSON object on one line of at most 16 MiB, with the fields of
// [Answer] and no others: at least the id of the request, and the outcome or an error.
//
//	{"id":1,"outcome":"solved","cost":1,"solution":"L","optimal":true,"expanded":2}
//	{"id":2,"outcome":"limit-nodes","expanded":1000000}
//	{"id":3,"error":"a board of 2x2 is too small"}
//
// A solution is in the text that the puzzle's strategies print, and is replayed: one that
// is wrong or costs something else is an error of the trial. Counters mean what
// [search.Meter] says, and are left out by programs that count otherwise.
//
// A program ends when its input does. It may also end after an answer, with exit status 0,
// and is started again for the next request. Standard error is kept with the trial.
//
// # Logs
//
// A program that does not speak the protocol is given regular expressions that read what it
// prints, on both outputs. It runs once for each trial, in a folder of its own that is removed
// then. In its words {instance}, {file} (with the instance), {seed}, {seconds}, {nodes} and
// {bytes} are filled in; the instance is its standard input as well.
//
// Of each named group the last match counts. It is a field of [Answer], or an outcome with _
// for -, as in limit_time, or else a number that is observed. The trial is solved if there is a
// solution. A log that does not tell the outcome is an error, as is a number that is none.
package command
