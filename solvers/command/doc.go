// Package command turns programs in any language into strategies.
//
// [Strategy] takes a command line. One process of the program runs for each concurrent trial, and
// serves one request after another. A process that exceeds a limit, crashes or breaks the protocol
// is killed and replaced. Sweeps, limits, checks of solutions and stored rows work the same way as
// for all other strategies.
//
// # The protocol puzzlelab/1
//
// Each message is one line of UTF-8. When the program is ready for its first request, it prints
// this line to standard output:
//
//	{"ready":"puzzlelab/1"}
//
// The time before this line does not count toward any trial, so a program should first load its
// tables. It must print the line within a minute. A request is one line on standard input, with six
// parts separated by single spaces:
//
//	ID SEED SECONDS NODES BYTES INSTANCE
//	1 17284904623340391431 30 1000000 0 1 2 3 4 5 6 7 0 8
//
// ID and SEED are integers below 2^64. Randomized programs must use SEED, so that the same request
// has the same answer. SECONDS (a decimal number) limits wall time, NODES limits expanded nodes,
// and BYTES limits the memory that the program counts for itself; 0 means no limit. A program that
// checks these limits itself can report its counters when it reaches one of them. The package also
// enforces the time limit from outside. INSTANCE is the rest of the line, in the puzzle's text
// form.
//
// The answer is one JSON object on one line of at most 16 MiB. It contains the id of the request,
// the outcome or an error, and any other fields of [Answer]. Unknown fields are errors:
//
//	{"id":1,"outcome":"solved","cost":1,"solution":"L","optimal":true,"expanded":2}
//	{"id":2,"outcome":"limit-nodes","expanded":1000000}
//	{"id":3,"error":"a board of 2x2 is too small"}
//
// Solutions have the text form of the puzzle's other strategies. The package replays them: if a
// solution is wrong or has a different cost, the trial is an error. Counters must have the meaning
// of [search.Meter]; a program that counts differently should leave them out.
//
// A program should end when its input ends. It may also exit with status 0 after an answer; the
// package then starts it again for the next request. Standard error is stored with the trial.
//
// # Logs
//
// If a program does not speak the protocol, regular expressions extract results from its output
// (both streams). The program runs once per trial, in an empty folder that is removed afterwards.
// The package replaces {instance}, {file} (a file with the instance), {seed}, {seconds}, {nodes}
// and {bytes} on its command line. It also writes the instance to standard input.
//
// The last match of each named group counts. The name of a group is a field of [Answer], an outcome
// written with _ instead of - (limit_time), or the name of an observed number. A trial with a
// solution is solved. A trial is an error if the log does not show an outcome, or if the text for a
// number is not a number.
package command
