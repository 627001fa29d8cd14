// Package cli implements the puzzlelab command: it reads arguments and instances, calls the
// packages that do the work, and prints their results.
//
// [Main] runs it:
//
//	os.Exit(cli.Main(cli.Lab{Puzzles: puzzles, Studies: studies}, "", os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//
// Each command is a struct that holds its flags and has a method run. Commands with the same flags
// share a struct. A function newXxxCommand(*environment) makes a command, and newRootCommand adds
// it. Commands embed separate structs for flags and arguments shared by several commands; see
// shared. The help text and the examples of a command are a page in manual.txt. The package does
// not depend on any puzzle or study; they are arguments of Main.
//
// # Example
//
//	$ puzzlelab reproduce --quick
//	$ puzzlelab run pruning --sizes 30,60 --strategies pruning,contraction
//	$ puzzlelab rerun pruning/planted/30/0/pruning --profile cpu.pprof
//
//	$ puzzlelab generate handsoftime --size 13 --count 2 --seed 7 > two.txt
//	$ puzzlelab solve handsoftime two.txt
//	$ puzzlelab solve handsoftime --count --start all --json two.txt
//	$ puzzlelab show handsoftime --solution -o clock.svg two.txt
//
//	$ puzzlelab generate tiles --family korf100 --count 3 > korf.txt
//	$ puzzlelab solve tiles --strategy astar/lc-wd --memory 2GiB korf.txt
//	$ puzzlelab show tiles --solution -o steps.html korf.txt
//
// # Messages
//
// Standard output contains only results. All messages go to standard error, one line each, in lower
// case, without a final period:
//
//	puzzlelab: error: what was attempted, on what, what is wrong
//	puzzlelab: hint: the next step, if it is known
//	puzzlelab: note: a remark about valid results
//
// # Reproducible output
//
// Two runs of reproduce write the same bytes, in any folder, except for machine-dependent parts:
// timing/ and .trials/; provenance.json and the notebook's metadata; the sections of index.html
// marked data-timing or data-provenance; the parts of report.md between comments with these names;
// and the cells of notebook.ipynb with the tag "timing".
//
// # Exit status
//
//	0    success
//	1    failure: a file, an instance or a write failed; all others were processed
//	2    wrong usage: a command, a flag or the value of a flag
//	3    a limit stopped a search, or an incomplete strategy found nothing
//	130  interrupted by SIGINT or SIGTERM; a second signal kills the process
package cli
