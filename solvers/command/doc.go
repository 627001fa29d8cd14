// Package command turns programs in any language into strategies.
//
// [Strategy] takes a command line. One process of the program runs for each concurrent trial, and
// serves one request after another. A process that exceeds a limit, crashes or breaks the protocol
// is killed and replaced. Sweeps, limits, checks of solutions and stored rows work as for all
// strategies.
//
// # The protocol puzzlelab/1
//
// Each message is one line of UTF-8. When the program is ready for its first request, it prints
// this line to standard output:
//
//	{"ready":"puzzlelab/1"}
//
// Time before this line does not count for any trial, so it is the time to load tables. The program
// has a minute for it. A request is one line on standard input with six parts, separated by single
// spaces:
//
//	ID SEED SECONDS NODES BYTES INSTANCE
//	1 17284904623340391431 30 1000000 0 1 2 3 4 5 6 7 0 8
//
// ID and SEED are integers below 2^64. Randomized programs must use SEED, so that the same request
// has the same answer. SECONDS (a decimal number) limits wall time, NODES limits expanded nodes,
// and BYTES limits the memory that the program accounts for; 0 means no limit. A program that keeps
// these limits itself can report its counters. The time limit is also enforced from outside.
// INSTANCE is the rest of the line, in the puzzle's text form.
//
// The answer is one JSON object on one line of at most 16 MiB. It contains the id of the request,
// the outcome or an error, and any other fields of [Answer]. Unknown fields are errors:
//
//	{"id":1,"outcome":"solved","cost":1,"solution":"L","optimal":true,"expanded":2}
//	{"id":2,"outcome":"limit-nodes","expanded":1000000}
//	{"id":3,"error":"a board of 2x2 is too small"}
//
// Solutions are in the text form that the puzzle's strategies use. They are replayed: a solution
// that is wrong or has another cost makes the trial an error. Counters have the meaning of
// [search.Meter]; programs that count differently leave them out.
//
// A program ends when its input ends. It may also exit with status 0 after an answer, and is then
// started again for the next request. Standard error is stored with the trial.
//
// # Logs
//
// If a program does not speak the protocol, regular expressions read its output (both streams). It
// runs once per trial, in an empty folder that is removed afterwards. On its command line
// {instance}, {file} (a file with the instance), {seed}, {seconds}, {nodes} and {bytes} are
// replaced. The instance is also its standard input.
//
// The last match of a named group counts. Its name is a field of [Answer], an outcome written with
// _ for - (limit_time), or the name of an observed number. A trial with a solution is solved. It is
// an error if the log does not tell the outcome, or if the text of a number is not a number.
package command
