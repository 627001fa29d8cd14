// Package trials enables display.Trials to load the trials of studies. Package engine adds package
// trials to the programs of cells that import package experiments.
package trials

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
	"github.com/puzzlelab/puzzlelab/reports/origin"
)

func init() {
	sent.Trials = func(s any, line sent.Line) any {
		trials, status := load(s.(study), line, os.Stderr)
		if status != 0 {
			os.Exit(status)
		}
		return frame.Of(trials)
	}
}

// study is a study that runs its missing trials and returns all of them.
type study interface {
	Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error)
}

func load(s study, line sent.Line, log io.Writer) (trials []trial.Trial, status int) {
	setting, err := experiments.FromEnvironment()
	if err != nil {
		fmt.Fprintln(log, err)
		return nil, 1
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	summary, err := s.Run(ctx, setting, experiments.ProgressFunc(func(s experiments.Status) {
		line.Set(s.String())
	}))
	switch {
	case ctx.Err() != nil:
		line.Done(fmt.Sprintf("%s: stopped with %d of %d trials to go; run the cell again to go on", summary.Study, summary.Missing, summary.Total))
		return nil, 130
	case err != nil:
		if _, locked := errors.AsType[*store.LockedError](err); locked {
			err = fmt.Errorf("%w; wait until it has finished", err)
		}
		fmt.Fprintln(log, err)
		return nil, 1
	}
	line.Done(fmt.Sprintf("%s: %d trials, %d of them run now", summary.Study, summary.Total, summary.Ran))
	if summary.Notice != "" {
		fmt.Fprintf(log, "%s: %s\n", summary.Study, summary.Notice)
	}
	if failed := summary.Failed(); failed != "" {
		fmt.Fprintf(log, "%s: %s\n", summary.Study, failed)
	}
	if file := os.Getenv(origin.Variable); file != "" {
		if err := addProvenance(ctx, file, s, setting, summary); err != nil {
			fmt.Fprintln(log, err)
			return nil, 1
		}
	}
	return summary.Trials, 0
}

// addProvenance adds the origin of trials to a file.
func addProvenance(ctx context.Context, file string, s study, setting experiments.Setting, summary experiments.Summary) error {
	ran := summary.Ran
	kept, err := store.Open(setting.Root)
	if err != nil {
		return err
	}
	journal, err := kept.Study(summary.Study)
	if err != nil {
		return err
	}
	if ran > 0 { // the program that computed these is known only now
		if summary, err = s.Run(ctx, setting, experiments.ProgressFunc(func(experiments.Status) {})); err != nil {
			return err
		}
	}
	line, err := json.Marshal(origin.Loaded{Provenance: origin.Of(summary, setting.Scale), Journal: journal.Dir(), Ran: ran})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}
