package experiments_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A puzzle of your own: find the number that is hidden between 0 and size−1.
type hidden struct{ size, number int }

func (h hidden) String() string { return fmt.Sprintf("%d of %d", h.number, h.size) }

// A solution is the number. Its cost depends on how it was found, so the check only confirms the
// number.
func check(h hidden, solution string) (cost int, err error) {
	if solution != strconv.Itoa(h.number) {
		return 0, fmt.Errorf("%s is not the number", solution)
	}
	return 0, nil
}

// found is a finding of the number.
func found(h hidden, m search.Meter) puzzle.Finding {
	return puzzle.Finding{Outcome: search.Solved, Solution: puzzle.Text(strconv.Itoa(h.number)), Meter: m}
}

// A strategy of your own: guess at random until the number is found.
func guess(ctx context.Context, h hidden, seed uint64, limits search.Limits) (puzzle.Finding, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	guard := search.NewGuard(ctx, limits)
	var m search.Meter
	for next := guard.Next(); ; {
		m.Expanded++
		if rng.IntN(h.size) == h.number {
			return found(h, m), nil
		}
		if m.Expanded >= next {
			if outcome, stop := guard.Poll(m.Expanded); stop {
				return puzzle.Finding{Outcome: outcome, Meter: m}, nil
			}
			next = guard.Next()
		}
	}
}

// Another: ask whether it is in the upper half, and continue with the right half.
func halve(_ context.Context, h hidden, _ uint64, _ search.Limits) (puzzle.Finding, error) {
	var m search.Meter
	for low, high := 0, h.size; high-low > 1; {
		m.Expanded++
		if middle := (low + high) / 2; h.number < middle {
			high = middle
		} else {
			low = middle
		}
	}
	return found(h, m), nil
}

// Two strategies of your own on a puzzle of your own. Running the sweep again reads the trials from
// the store.
func ExampleSweep() {
	results, err := os.MkdirTemp("", "results")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(results)
	store, err := store.Open(results)
	if err != nil {
		log.Fatal(err)
	}

	sweep := experiments.Sweep{
		Study: "hidden-number",
		Strategies: puzzle.Erased([]puzzle.Strategy[hidden]{
			{Name: "guess", Version: 1, Randomised: true, Run: guess},
			{Name: "halve", Version: 1, Complete: true, Run: halve},
		}...),
		Check:  puzzle.Checking(check),
		Limits: search.Limits{Expanded: 100},
		Seed:   1,
	}
	for i, number := range []int{5, 40, 63} {
		sweep.Instances = append(sweep.Instances, experiments.Instance{
			Set: "by hand", Size: 64, Index: i,
			Text: hidden{64, number}.String(), Puzzle: hidden{64, number},
		})
	}

	for range 2 {
		summary, err := sweep.Run(context.Background(), store, nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%d run, %d reused\n", summary.Ran, summary.Reused)
	}
	trials, _, err := store.Load("hidden-number")
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range trials {
		fmt.Printf("%d %-5s %-11v %.0f %s\n", t.Index, t.Strategy, t.Outcome, trial.Expanded.Value(&t), trial.Expanded.Name)
	}
	// Output:
	// 6 run, 0 reused
	// 0 run, 6 reused
	// 0 guess solved      15 nodes expanded
	// 0 halve solved      6 nodes expanded
	// 1 guess solved      41 nodes expanded
	// 1 halve solved      6 nodes expanded
	// 2 guess solved      49 nodes expanded
	// 2 halve solved      6 nodes expanded
}

func ExampleSeed() {
	instance := trial.Digest("1 2 3 1 1")
	for repeat := range 2 {
		fmt.Printf("%016x\n", trial.Seed(1, "pruning", instance, repeat))
	}
	// Output:
	// 646a8cc0c2164d99
	// d0c830e1448b58ab
}

func ExampleWriteCSV() {
	trials := []trial.Trial{
		{Study: "s", Set: "planted", Size: 6, Instance: "cafe", Strategy: "pruning", Mode: trial.Budget, Outcome: search.Solved, Cost: 5, CPU: 0.25},
	}
	if err := trial.WriteCSV(os.Stdout, trials); err != nil {
		log.Fatal(err)
	}
	// Output:
	// study,set,size,index,instance,strategy,version,mode,repeat,seed,outcome,cost,expanded,generated,reopened,stored,pruned,max_depth,bytes,limit_expanded,limit_stored,limit_bytes,limit_seconds,error
	// s,planted,6,0,cafe,pruning,0,budget,0,0000000000000000,solved,5,0,0,0,0,0,0,0,0,0,0,0,
}

func ExampleObserved() {
	solutions := trial.Observed("solutions", "", "Solutions of the instance.")
	t := trial.Trial{Observed: []puzzle.Observation{{Name: "solutions", Value: 2}}}
	fmt.Println(solutions.Name, solutions.Value(&t))
	// Output: solutions 2
}
