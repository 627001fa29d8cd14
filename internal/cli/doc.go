// Package cli is the puzzlelab command: it reads arguments and instances,
// calls the packages that do the work, and prints what they return.
//
// [Main] is the whole of it:
//
//	os.Exit(cli.Main(cli.Lab{Puzzles: puzzles, Studies: studies}, "", os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//
// Each command is a struct of its flags with a method run, and is added in newRootCommand by
// a function newXxxCommand(*environment). Flags and arguments that several commands have are
// structs of their own, which these embed: see shared. What the help of a command explains, and
// its examples, are its page in manual.txt. No puzzle and no study is known here:
// Main is given lists of what they say of themselves.
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
// # Voice
//
// Results go to standard output and nothing else does. Everything said about
// the run goes to standard error, one line at a time, in lower case, without a
// full stop:
//
//	puzzlelab: error: what was attempted, on what, what is wrong
//	puzzlelab: hint: the next step, when it is known
//	puzzlelab: note: something to know about results that are valid
//
// # What can be compared
//
// Two runs of reproduce write the same bytes, whatever the folder, except for
// what depends on the machine: timing/ and .trials/; provenance.json and the
// notebook's metadata; the sections of index.html marked data-timing or
// data-provenance, the parts of report.md between comments of these names, and
// the cells of notebook.ipynb tagged "timing".
//
// # Exit status
//
//	0    done
//	1    failure: a file, an instance or a write failed; the others were still done
//	2    wrong use: a command, a flag or the value of a flag
//	3    done, but a limit stopped at least one search, or a strategy that leaves
//	     out parts of the space found nothing in the rest
//	130  interrupted by SIGINT or SIGTERM before it was done; a second signal
//	     kills the process
package cli
