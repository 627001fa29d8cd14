package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/notebooks/percent"
	"github.com/puzzlelab/puzzlelab/reports/formats"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
)

// notebookRunning is the command notebook run.
type notebookRunning struct {
	*environment
	execute.Options
	assignments  []string
	file, output string
	jobs         int
}

func newNotebookRunCommand(env *environment) *cobra.Command {
	c := &notebookRunning{environment: env, Options: execute.Options{Record: true}}
	cmd := newCommand("run FILE.ipynb|FILE.go [FILE…]", "Execute notebooks",
		c.run, takes(1, -1, "no file given"))
	fs := cmd.Flags()
	fs.StringArrayVarP(&c.assignments, "param", "p", nil, "set a parameter, as in -p `name=value`; notebook params lists the parameters")
	fs.StringVarP(&c.file, "params", "f", "", "set parameters to the values in `FILE` (YAML or JSON); -p takes precedence")
	cellFlags(fs, &c.Options)
	freshFlag(fs, &c.Fresh)
	fs.BoolVar(&c.AllowErrors, "allow-errors", false, "continue with the next cell if a cell fails")
	insteadFlag(fs, &c.output)
	fs.VarP(amountFlag(&c.jobs), "jobs", "j", "run `N` notebooks at a time (default: one per core)")
	return cmd
}

// cellFlags registers the flags that affect all cells.
func cellFlags(fs *pflag.FlagSet, o *execute.Options) {
	fs.Var(durationFlag(&o.Timeout), "timeout", "stop a cell after `TIME`, such as 30s (0: no limit)")
}

// freshFlag registers the flag that ignores results of earlier runs.
func freshFlag(fs *pflag.FlagSet, to *bool) {
	fs.BoolVar(to, "fresh", false, "also run cells whose outputs would not change")
}

// insteadFlag registers the flag for a different output file.
func insteadFlag(fs *pflag.FlagSet, to *string) {
	fs.StringVarP(to, "output", "o", "", "write the result to `FILE` (- for standard output)")
}

func (c *notebookRunning) run(cmd *cobra.Command, args []string) (err error) {
	if len(args) > 1 && c.output != "" {
		return wrongUse(cmd, fmt.Errorf("cannot write %d notebooks into one file", len(args)))
	}
	if c.Parameters, err = execute.Given(c.file, c.assignments); err != nil {
		return wrongUse(cmd, err)
	}
	runs := make([]notebookRun, len(args))
	for i, name := range args {
		if runs[i], err = c.of(cmd, name); err != nil {
			return err
		}
	}
	if len(runs) == 1 {
		return runs[0].run(cmd.Context(), c.environment)
	}
	return c.all(cmd.Context(), runs)
}

// of prepares the execution of a notebook.
func (c *notebookRunning) of(cmd *cobra.Command, name string) (r notebookRun, err error) {
	r = notebookRun{name: name, to: cmp.Or(c.output, executed(name)), apart: c.output != "", options: c.Options}
	r.options.Dir, r.options.Cache = filepath.Dir(name), name
	if isFile(r.to) && r.to != name {
		r.options.Output = r.to
	}
	if r.nb, r.data, err = c.readNotebook(name); err != nil {
		return r, err
	}
	if err := execute.Inject(r.nb, c.Parameters); err != nil {
		return r, wrongUseHint(cmd, err, "see puzzlelab notebook params "+name)
	}
	return r, checkOutput(r.to)
}

// all executes notebooks, several at a time, and reports each failure.
func (c *notebookRunning) all(ctx context.Context, runs []notebookRun) error {
	shared := *c.environment
	shared.screen = nil // there is only one progress line
	errs := make([]error, len(runs))
	var wait sync.WaitGroup
	places := make(chan struct{}, cmp.Or(c.jobs, runtime.GOMAXPROCS(0)))
	for i, r := range runs {
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			if errs[i] = ctx.Err(); errs[i] == nil {
				errs[i] = r.run(ctx, &shared)
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	failed := 0
	for _, err := range errs {
		if err != nil {
			failed++
			c.report(ctx, err)
		}
	}
	if failed == 0 {
		return nil
	}
	return fmt.Errorf("notebook run: %d of %d notebooks failed", failed, len(runs))
}

// notebookRun is one notebook to execute.
type notebookRun struct {
	name    string
	to      string // the file that is written; "" for none
	apart   bool   // the output file was given, so it is written even after a failure
	nb      *nbformat.Notebook
	data    []byte // the original file
	options execute.Options
}

func (r notebookRun) run(ctx context.Context, env *environment) error {
	unrecorded, err := execute.Run(ctx, r.nb, env.cells(r.options, r.name))
	if unrecorded != nil {
		env.say("warning", r.name+": the origin of the outputs is unknown: "+unrecorded.Error())
	}
	if failed := execute.FailedCells(r.nb); err == nil && len(failed) > 0 {
		env.say("warning", fmt.Sprintf("%s: cells that failed, as --allow-errors permits: %s", r.name, strings.Join(failed, ", ")))
	}
	failed, inCell := errors.AsType[*execute.CellError](err)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !inCell:
		return kernelFault("notebook run "+r.name, err, "")
	case r.to != "" && (err == nil || r.apart):
		if err := writeTo(env.data, r.to, r.nb.Write); err != nil {
			return err
		}
	}
	if err == nil {
		return nil
	}
	return failure(r.where(failed), "notebook run %s: %w", r.name, err)
}

// where returns the place with more information about a failure.
func (r notebookRun) where(failed *execute.CellError) string {
	switch {
	case isGo(r.name) && failed.Line > 0:
		if line := percent.Place(r.data, failed.ID, failed.Line); line > 0 { // otherwise the error is in the injected parameters
			return fmt.Sprintf("the error is at %s:%d", r.name, line)
		}
		return ""
	case !strings.Contains(strings.TrimSpace(failed.Text), "\n"):
		return ""
	case r.apart:
		return "the full output of the cell is in " + r.to
	}
	return "use -o FILE to keep the full output of the cell"
}

// notebookWatching is the command notebook watch.
type notebookWatching struct {
	*environment
	execute.Options
	outFlag
}

func newNotebookWatchCommand(env *environment) *cobra.Command {
	c := &notebookWatching{environment: env, Options: execute.Options{Record: true}}
	cmd := newCommand("watch FILE.ipynb|FILE.go", "Execute a notebook and write its page whenever the file changes",
		c.run, &c.outFlag, takes(1, 1, "no file given"))
	cellFlags(cmd.Flags(), &c.Options)
	return cmd
}

// watchEvery is the interval between checks of the file.
const watchEvery = 300 * time.Millisecond

func (c *notebookWatching) run(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	var before []byte
	for ctx.Err() == nil {
		nb, data, err := c.readNotebook(args[0])
		if before == nil && err != nil {
			return err
		}
		if data != nil && !bytes.Equal(data, before) {
			if before = data; err == nil {
				err = c.rebuild(ctx, notebookRun{name: args[0], nb: nb, data: data, options: c.Options})
			}
			if err != nil && ctx.Err() == nil {
				c.report(ctx, err)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(watchEvery):
		}
	}
	return ctx.Err()
}

// rebuild executes a notebook and writes its page next to the executed notebook.
func (c *notebookWatching) rebuild(ctx context.Context, r notebookRun) error {
	r.options.Dir, r.options.Cache = filepath.Dir(r.name), r.name
	if err := r.run(ctx, c.environment); err != nil {
		return err
	}
	r.nb.Beside, r.nb.Name = os.DirFS(r.options.Dir), strings.TrimSuffix(filepath.Base(r.name), filepath.Ext(r.name))
	report, err := c.reportOf(r.name, r.nb)
	if err != nil {
		return err
	}
	made, err := formats.Report(report, []string{"html"}, pdf.A4, c.neighbours(c.Root, report.ID, nil)...)
	if err != nil {
		return err
	}
	dir := filepath.Join(c.Root, report.ID)
	if _, err := files(append(made, formats.File{Name: notebookFile, Data: r.nb.Bytes()})).writeTo(dir); err != nil {
		return err
	}
	return c.printLines(shown(filepath.Join(dir, formats.Page["html"])))
}

// notebookVerifying is the command notebook verify.
type notebookVerifying struct {
	notebookReading
	execute.Options
}

func newNotebookVerifyCommand(env *environment) *cobra.Command {
	c := &notebookVerifying{notebookReading: notebookReading{notebookArgument: notebookArgument{environment: env, outputs: true}}}
	cmd := newCommand("verify FILE.ipynb", "Execute a notebook again and compare its outputs",
		c.run, &c.notebookArgument, &c.jsonFlag)
	cellFlags(cmd.Flags(), &c.Options)
	return cmd
}

func (c *notebookVerifying) run(cmd *cobra.Command, _ []string) error {
	ran := 0
	for _, cell := range c.nb.Cells {
		if cell.ExecutionCount != nil {
			ran++
		}
	}
	if ran == 0 {
		return failure("execute the cells with puzzlelab notebook run "+c.name, "notebook verify %s: no cell has been executed", c.name)
	}
	c.Dir = filepath.Dir(c.name)
	again, err := execute.Again(cmd.Context(), c.nb, c.cells(c.Options, c.name))
	if _, inCell := errors.AsType[*execute.CellError](err); inCell {
		return fmt.Errorf("notebook verify %s: %w", c.name, err)
	}
	if err != nil {
		return kernelFault("notebook verify "+c.name, err, "")
	}
	found := diff.Outputs(c.nb, again)
	differ := slices.DeleteFunc(slices.Clone(found), func(d diff.Difference) bool { return d.Timing })
	timed := len(found) - len(differ)
	if !c.json {
		found = differ
	}
	if err := printRows(c.environment, c.json, found, line); err != nil {
		return err
	}
	if len(differ) == 0 && !c.json {
		return c.printLines(fmt.Sprintf("%s: the outputs of %s are unchanged; measured times differ in %d", c.name, counted(ran, "cell"), timed))
	}
	err = differing("notebook verify "+c.name, len(differ))
	if names := late(c.nb); err != nil && len(names) > 0 {
		return failure("execute all cells in order with puzzlelab notebook run "+c.name, "%w; cells ran out of order: %s ran after a later cell", err, strings.Join(names, ", "))
	}
	return err
}

// late names the cells that had run after a cell below them.
func late(nb *nbformat.Notebook) (names []string) {
	earliest, all := math.MaxInt, notebooks.CellNames(nb)
	for i, cell := range slices.Backward(nb.Cells) {
		if n := cell.ExecutionCount; n != nil && *n > earliest {
			names = append(names, all[i])
		} else if n != nil {
			earliest = *n
		}
	}
	slices.Reverse(names)
	return names
}
