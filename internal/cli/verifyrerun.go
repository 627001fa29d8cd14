package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// rerunFlags say which stored trials verify runs again.
type rerunFlags struct {
	count  string // "" for none, all, or a number
	seed   uint64
	asJSON bool
}

func (f *rerunFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.count, "rerun", "", "run stored trials again instead: all, or `K` drawn by --seed")
	fs.Lookup("rerun").NoOptDefVal = "all"
	f.seed = 1
	fs.Var(seedFlag(&f.seed), "seed", "seed by which --rerun K draws")
	fs.BoolVar(&f.asJSON, "json", false, "print one JSON object per trial that --rerun finds different")
}

// chosen takes a number that stands behind --rerun off the arguments, and returns how
// many trials are to be run again, 0 for all.
func (f *rerunFlags) chosen(cmd *cobra.Command, args []string) (k uint64, rest []string, err error) {
	if f.count == "" {
		if cmd.Flags().Changed("seed") || f.asJSON {
			return 0, nil, wrongUse(cmd, errors.New("--seed and --json go with --rerun"))
		}
		return 0, args, nil
	}
	if f.count == "all" {
		i := slices.IndexFunc(args, func(arg string) bool { return arg[:min(len(arg), 1)] >= "0" && arg[:min(len(arg), 1)] <= "9" })
		if i < 0 {
			return 0, args, nil
		}
		f.count, args = args[i], slices.Delete(slices.Clone(args), i, i+1)
	}
	if k, err = digits.ParseCount(f.count); err == nil && k == 0 {
		err = errors.New("no number of trials (want 1 or more, or none for all)")
	}
	if err != nil {
		err = wrongUse(cmd, fmt.Errorf("--rerun: %q is %w", f.count, err))
	}
	return k, args, err
}

// again is a stored trial that is run again.
type again struct {
	study  *study.Definition
	stored experiments.Trial
	now    experiments.Trial
	err    error
}

// rerunStored runs stored trials of studies again and compares every column that does
// not depend on the clock.
func (env *environment) rerunStored(ctx context.Context, chosen []study.Definition, setting experiments.Setting, k uint64, f rerunFlags) error {
	store, err := experiments.Open(setting.Root)
	if err != nil {
		return err
	}
	var list []again
	stored, undecided := 0, 0
	for i := range chosen {
		st := &chosen[i]
		st.Plan = planOnce(st.Plan)
		trials, info, err := store.Load(st.Name)
		if err != nil {
			return err
		}
		for _, warning := range info.Warnings() {
			env.say("note", st.Name+": "+warning)
		}
		stored += len(trials)
		for _, t := range trials {
			if t.Deterministic() {
				list = append(list, again{study: st, stored: t})
			} else {
				undecided++
			}
		}
	}
	if stored == 0 {
		return failure("puzzlelab run STUDY runs trials", "verify: %s: there are no stored trials of %s", shown(setting.Root),
			strings.Join(study.Map(chosen, func(st study.Definition) string { return st.Name }), ", "))
	}
	if k > 0 && k < uint64(len(list)) {
		list = sample(list, int(k), f.seed)
	}
	env.runAgain(ctx, list)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	differ, same, foreign, otherCode := 0, 0, 0, 0
	err = env.writeOutput("", func(w io.Writer) error {
		for i := range list {
			a := &list[i]
			key := a.stored.Key()
			if a.err != nil {
				if _, ok := errors.AsType[*study.ForeignError](a.err); ok {
					foreign++
					continue
				}
				return a.err
			}
			if a.now.Code != a.stored.Code {
				otherCode++
			}
			if o := a.now.Outcome; a.now.Error == "" && (o == search.LimitTime || o == search.Cancelled) {
				undecided++
				continue
			}
			diff := experiments.Diff(&a.stored, &a.now)
			if diff == nil {
				same++
				continue
			}
			differ++
			if f.asJSON {
				if err := writeJSON(w, differenceRow{key.String(), key.ID(), diff}); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintf(w, "%v (%s): %s\n", key, key.ID(), strings.Join(diff, "; "))
		}
		if !f.asJSON {
			fmt.Fprintf(w, "%s run again: %s equal, %s different (stored, now)\n", counted(same+differ, "trial"), grouped(same), grouped(differ))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, n := range []struct {
		count int
		what  string
	}{
		{undecided, "left out, which the clock or the system ended, or which failed"},
		{foreign, "left out, whose instance or strategy the studies no longer have"},
		{otherCode, "stored by other code"},
	} {
		if n.count > 0 {
			env.say("note", counted(n.count, "trial")+" "+n.what)
		}
	}
	return differing("verify", differ)
}

// planOnce keeps the plan of each scale: making one draws all of its instances.
func planOnce(plan func(study.Choice) (study.Runner, error)) func(study.Choice) (study.Runner, error) {
	once := map[experiments.Scale]func() (study.Runner, error){}
	for _, scale := range []experiments.Scale{experiments.Quick, experiments.Standard, experiments.Full} {
		once[scale] = sync.OnceValues(func() (study.Runner, error) { return plan(study.Choice{Scale: scale}) })
	}
	return func(c study.Choice) (study.Runner, error) { return once[c.Scale]() }
}

// sample draws k of the list, which stay in its order.
func sample(list []again, k int, seed uint64) []again {
	places := rand.New(rand.NewPCG(seed, 0)).Perm(len(list))[:k]
	slices.Sort(places)
	drawn := make([]again, k)
	for i, place := range places {
		drawn[i] = list[place]
	}
	return drawn
}

// runAgain runs trials again, as many at a time as there are cores.
func (env *environment) runAgain(ctx context.Context, list []again) {
	progress, start := env.progress(), time.Now()
	var group sync.WaitGroup
	work, done := make(chan *again), make(chan bool)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for a := range work {
				a.now, a.err = a.study.Rerun(ctx, &a.stored, study.Choice{})
				done <- true
			}
		})
	}
	go func() {
		for i := range list {
			if ctx.Err() != nil {
				break
			}
			work <- &list[i]
		}
		close(work)
		group.Wait()
		close(done)
	}()
	s := experiments.Status{Study: "verify", Total: len(list), Left: -1}
	for range done {
		s.Done++
		s.Elapsed = time.Since(start)
		progress.Update(s)
	}
	s.Final, s.Elapsed = true, time.Since(start)
	progress.Update(s)
}
