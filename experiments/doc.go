// Package experiments runs strategies on instances. It is the only place that measures; package
// trial says what a trial is, and package store keeps them.
//
// The pipeline:
//
//  1. A [puzzle.Strategy] is a named way to run on an instance: ours, or your own.
//  2. A [Sweep] is strategies × instances × repeats under [search.Limits].
//  3. [Sweep.Run] runs what the [store.Store] does not hold yet, and returns one
//     [trial.Trial] per run: plain rows, in a fixed order.
//  4. A [trial.Metric] is a number of a trial that knows its name, unit and
//     aggregate. Statistics, figures and tables ask trials through metrics.
//
// A whole experiment:
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
// The seed of a trial depends on the root seed, the study, the instance and
// the repeat alone ([trial.Seed]), so strategies share the randomness of an
// instance, and neither the number of workers nor the order nor a resume
// changes a row. Outcomes under node and byte limits, costs and counters are
// the same on every machine: limit by nodes where you can. Outcomes under a
// time limit are not ([trial.Trial.Deterministic]).
//
// Times are kept apart. In [trial.Budget] mode trials run beside each other and
// their times mean little; in [trial.Timed] mode one runs at a time, after the garbage
// of earlier ones was collected, and runs too short for the clock are repeated and
// divided. The CPU time of a timed or isolated trial is that of all threads of its
// process; of others on Linux that of its own thread, without goroutines that the
// strategy starts and the garbage collector.
//
// Programs that [Restarts], and sweeps that set Isolate, time in a process that has a
// core for itself, as far as the machine has two: nothing else that the program does runs
// there. A trial whose row is discarded warms it up. No other run times on the machine
// meanwhile: it waits for the lock. Rows tell under which [trial.Conditions] they were timed,
// and [NoiseOf] what these say of the times.
//
// A search that deepens stores its iterations in [search.Meter], and a
// search that proves lower bounds its largest one; both are stored with the
// row, shown by [trial.WriteCSV] and compared by [trial.Diff] like every other result.
//
// # What survives
//
// A finished trial is written with one write before its worker begins the
// next, so a killed process loses none. Writes are brought to disk once a
// second and at the end, so a power cut loses a second. A cancelled run keeps
// what finished and throws away what it was in the middle of. Running the same
// sweep again goes on in all three cases. A journal that somebody removes while
// trials run is an error, as soon as it is noticed: within a second or at the end.
//
// Panics of a strategy become rows with an Error. Stack overflows, running out
// of memory, and panics in goroutines that a strategy started end the process;
// then, too, the finished trials are there.
//
// # Rows and code
//
// A row is valid for the code that produced it ([code.Hash]), and stays when code or
// limits change: it is found again when they change back. A file that decides trials and
// is not embedded is an error of every study that needs it ([code.CheckEmbedded]). A strategy that
// lives outside the hashed packages, such as in a notebook cell, is told apart
// by its Version: raise it when you change what it does.
package experiments
