// Package experiments runs strategies on instances and measures the runs; no other package runs
// trials. Package trial defines a trial, and package store keeps trials.
//
// The pipeline:
//
//  1. A [puzzle.Strategy] is a named way to solve or measure an instance. It can come from the
//     project or from you.
//  2. A [Sweep] runs every strategy on every instance, possibly several times, under [search.Limits].
//  3. [Sweep.Run] runs the trials that are not yet in the [store.Store]. It returns one row, a
//     [trial.Trial], for each run, in a fixed order.
//  4. A [trial.Metric] reads a number from a trial and knows its name, unit and aggregate.
//     Statistics, figures and tables read trials through metrics.
//
// A complete experiment:
//
//	hash, err := code.Hash(handsoftime.Source)
//	...
//	sweep := experiments.Sweep{
//		Study:      "pruning",
//		Instances:  instances,
//		Strategies: puzzle.Erased(ours, mine),
//		Limits:     search.Limits{Expanded: 1_000_000},
//		Seed:       1,
//		Code:       hash,
//	}
//	kept, err := store.Open("results")
//	...
//	summary, err := sweep.Run(ctx, kept, experiments.ProgressTo(os.Stderr))
//	...
//	fmt.Println(summary)
//	trial.WriteCSV(os.Stdout, summary.Trials)
//
// # What is reproducible
//
// The seed of a trial depends only on the root seed, the study, the instance and the repeat
// ([trial.Seed]). So all strategies get the same random numbers on an instance. Rows do not depend
// on the number of workers, the order of trials, or interruptions. Costs, counters, and outcomes
// under node and byte limits are the same on every machine. Outcomes under a time limit differ
// between machines ([trial.Trial.Deterministic]), so prefer node limits.
//
// Times need a separate mode. In [trial.Budget] mode, trials run in parallel, so their times are
// not comparable. In [trial.Timed] mode, one trial runs at a time, after a garbage collection. A
// run too short for the clock is repeated, and the total time is divided by the number of runs. The
// CPU time of a timed or isolated trial counts all threads of its process. On Linux, the CPU time
// of any other trial counts only its own thread. It excludes goroutines started by the strategy,
// and the garbage collector.
//
// Timed trials run in a separate process if the program calls [Restarts] or the sweep sets Isolate.
// On a machine with at least two cores, this process has a core to itself, and the rest of the
// program runs on the other cores. The first trial only warms the process up, and its times are
// discarded. Other runs that want to time trials on the machine wait for a lock. Rows record the
// [trial.Conditions] under which they were timed, and [frame.Frame.Noise] summarizes them.
//
// Iterative-deepening searches store their iterations in [search.Meter]; searches that prove lower
// bounds store the largest bound. Both are kept in the row, written by [trial.WriteCSV] and
// compared by [trial.Diff] like every other result.
//
// # What survives
//
// A worker writes each finished trial with a single write before it begins the next, so a process
// that is killed loses no finished trial. Data is written to stable storage once a second and at
// the end, so a power failure loses at most one second of work. A canceled run keeps the finished
// trials and discards those in progress. In each case, running the same sweep again resumes it. If
// a journal is deleted while trials run, the run reports an error within a second or at the end.
//
// If a strategy panics, its row has Error set. A stack overflow, a lack of memory, or a panic in a
// goroutine started by a strategy ends the process, but finished trials are not lost.
//
// # Rows and code
//
// A row is valid for the code that produced it ([code.Hash]). It stays in the store when code or
// limits change, and is valid again when they change back. If a file that affects trials is not
// embedded, every study that needs it reports an error ([code.CheckEmbedded]). A strategy outside
// the hashed packages, such as one in a notebook cell, is identified by its Version: increase the
// version when you change what the strategy does.
package experiments
