package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/printer"
	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/notebooks/percent"
)

func newNotebookCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "notebook",
		Short: "Run, compare and convert notebooks",
		Example: env.example(`  puzzlelab notebook params NOTEBOOK
  puzzlelab notebook run NOTEBOOK -p NAME=VALUE -o out.ipynb`),
	}
	asGroup(cmd, "notebook command")
	cmd.AddCommand(newNotebookRunCommand(env), newNotebookParamsCommand(env), newNotebookVerifyCommand(env), newNotebookStatusCommand(env),
		newNotebookStripCommand(env), newNotebookDiffCommand(env), newNotebookConvertCommand(env))
	return cmd
}

func newNotebookRunCommand(env *environment) *cobra.Command {
	var timeout time.Duration
	var jobs int
	cmd := &cobra.Command{
		Use:   "run FILE.ipynb|FILE.go [FILE…]",
		Short: "Execute the cells of notebooks",
		Long: `Execute the cells of a notebook, in the notebook's folder, and replace the file
by the executed notebook, or write that to another one with -o. Of a Go file, as
notebook convert makes it, that is FILE.ipynb beside it.

Cells are written as for GoNB. Those that follow each other are compiled as one
program, which is started anew for each. A cell fails if it uses what only GoNB
has: %test, %wasm, %%gx, %capture, %with_password, widgets.
The notebook's metadata say where the outputs come from: the digest of its
cells, the versions they were compiled with, and the code, seeds and limits of
the trials that display.Trials loaded. The command report shows that.

A cell that would show what it showed before is not run again: neither it nor
what it depends on has changed, as notebook status tells. --fresh runs all.

A cell that fails ends the run of its notebook, with status 1. FILE then stays
as it is, but the file of -o is written, with what the cell said. With
--allow-errors the cells behind it are run too, and FILE is written.

Several notebooks run at a time, each by itself and with the same parameters.`,
		Example: env.example(`  puzzlelab notebook run NOTEBOOK
  puzzlelab notebook run NOTEBOOK -p NAME=VALUE -o out.ipynb
  puzzlelab notebook run NOTEBOOK -f FILE.yaml --allow-errors`),
	}
	fs := cmd.Flags()
	assignments := fs.StringArrayP("param", "p", nil, "set a parameter: `name=value`; see notebook params")
	file := fs.StringP("params", "f", "", "set the parameters in `FILE`, YAML or JSON; -p goes before")
	fs.Var(durationFlag(&timeout), "timeout", "stop a cell after `TIME`, as in 30s (0: never)")
	fresh := freshFlag(fs)
	allow := fs.Bool("allow-errors", false, "go on behind cells that fail")
	out := fs.StringP("output", "o", "", "write to `FILE` instead (-: standard output)")
	fs.VarP(amountFlag(&jobs), "jobs", "j", "notebooks at a time (default: one per core)")

	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return wrongUse(cmd, errors.New("no file given"))
		case len(args) > 1 && *out != "":
			return wrongUse(cmd, fmt.Errorf("%d notebooks cannot go into one file", len(args)))
		}
		parameters, err := parseParameters(*file, *assignments)
		if err != nil {
			return wrongUse(cmd, err)
		}
		runs := make([]notebookRun, len(args))
		for i, name := range args {
			runs[i] = notebookRun{name: name, out: *out, options: execute.Options{
				Dir: filepath.Dir(name), Cache: name, Fresh: *fresh, Parameters: parameters, Record: true, AllowErrors: *allow, Timeout: timeout,
			}}
			if to := cmp.Or(*out, executed(name)); isFile(to) && to != name {
				runs[i].options.Output = to
			}
			if runs[i].nb, _, err = env.readNotebook(name); err != nil {
				return err
			}
			if err := execute.Inject(runs[i].nb, parameters); err != nil {
				return wrongUseHint(cmd, err, "see puzzlelab notebook params "+name)
			}
			if err := checkOutput(cmp.Or(*out, executed(name))); err != nil {
				return err
			}
		}
		if len(runs) == 1 {
			return runs[0].run(cmd.Context(), env)
		}
		return env.runAll(cmd.Context(), runs, cmp.Or(jobs, runtime.GOMAXPROCS(0)))
	}
	return cmd
}

// notebookRun is one notebook to be run.
type notebookRun struct {
	name, out string
	nb        *nbformat.Notebook
	options   execute.Options
}

func (r notebookRun) run(ctx context.Context, env *environment) error {
	progress := env.cellProgress(ctx, r.name)
	r.options.Progress, r.options.Log = progress.update, env.stderr
	unrecorded, err := execute.Run(ctx, r.nb, r.options)
	progress.close()
	if unrecorded != nil {
		env.say("warning", r.name+": where the outputs come from is not known: "+unrecorded.Error())
	}
	if failed := r.failed(); err == nil && len(failed) > 0 {
		env.say("warning", fmt.Sprintf("%s: failed, as they may: cells %s", r.name, strings.Join(failed, ", ")))
	}
	return env.keepNotebook(ctx, r.name, r.out, r.nb, err)
}

// failed returns the numbers of the cells that failed and are not tagged for it.
func (r notebookRun) failed() (numbers []string) {
	for i, c := range r.nb.Cells {
		isError := func(o *nbformat.Output) bool { return o.Type == nbformat.Error }
		if !c.HasTag(notebooks.TagRaises) && slices.ContainsFunc(c.Outputs, isError) {
			numbers = append(numbers, fmt.Sprint(i+1))
		}
	}
	return numbers
}

// runAll runs notebooks, up to so many at a time, and reports each that fails.
func (env *environment) runAll(ctx context.Context, runs []notebookRun, jobs int) error {
	shared := *env
	shared.screen = nil // which has room for one line
	errs := make([]error, len(runs))
	var wait sync.WaitGroup
	places := make(chan struct{}, jobs)
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
	failed := 0
	for _, err := range errs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			env.report(ctx, err)
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("notebook run: %d of %d notebooks failed", failed, len(runs))
	}
	return nil
}

// executed is the file that a notebook's own place is: of a Go file, which holds no
// outputs, that of the same name beside it.
func executed(name string) string {
	if isGo(name) {
		return strings.TrimSuffix(name, ".go") + ".ipynb"
	}
	return name
}

// keepNotebook writes an executed notebook to out, or in its own place for "".
func (env *environment) keepNotebook(ctx context.Context, name, out string, nb *nbformat.Notebook, err error) error {
	failed, inCell := errors.AsType[*execute.CellError](err)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !inCell:
		return kernelFault("notebook run "+name, err, "")
	case err != nil && out == "":
	default:
		if err := writeTo(env.data, cmp.Or(out, executed(name)), nb.Write); err != nil {
			return err
		}
	}
	if err == nil {
		return nil
	}
	hint := ""
	switch {
	case isGo(name) && failed.Line > 0:
		hint = lineInGo(name, failed)
	case !strings.Contains(strings.TrimSpace(failed.Text), "\n"):
	case out == "":
		hint = "with -o FILE all that the cell said is kept"
	default:
		hint = "all that the cell said is in " + out
	}
	return failure(hint, "notebook run %s: %w", name, err)
}

// lineInGo says in which line of a Go file a cell failed.
func lineInGo(name string, failed *execute.CellError) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	nb, err := percent.Parse(data)
	if err != nil {
		return ""
	}
	i := slices.IndexFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.ID == failed.ID })
	if i < 0 { // the cell of injected parameters
		return ""
	}
	return fmt.Sprintf("that is %s:%d", name, percent.Lines(data)[i]+failed.Line-1)
}

// parseParameters reads the parameters of a file, if there is one, and those of the
// command line.
func parseParameters(file string, assignments []string) (map[string]string, error) {
	values := map[string]string{}
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if values, err = yamlParameters(data); err != nil {
			return nil, fmt.Errorf("parameters %s: %w", file, err)
		}
	}
	set := map[string]bool{}
	for _, a := range assignments {
		name, value, ok := strings.Cut(a, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("parameter %q is not of the form name=value", a)
		}
		if set[name] {
			return nil, fmt.Errorf("parameter %q is set twice", name)
		}
		values[name], set[name] = value, true
	}
	return values, nil
}

// yamlParameters reads parameters from YAML, which JSON is part of: one mapping of names
// to values.
func yamlParameters(data []byte) (map[string]string, error) {
	file, err := parser.ParseBytes(data, 0)
	var given map[string]any
	if err == nil {
		err = yaml.Unmarshal(data, &given)
	}
	switch {
	case err != nil:
		what, lines, _ := strings.Cut(yaml.FormatError(err, false, true), "\n")
		return nil, pointing{fmt.Errorf("want values by their names, as in \"n: 7\": %s", what), lines}
	case len(file.Docs) > 1:
		return nil, fmt.Errorf("%d YAML documents (want one)", len(file.Docs))
	}
	values := map[string]string{}
	for name, value := range given {
		text, isText := value.(string)
		if !isText {
			encoded, err := json.Marshal(value)
			if _, isMap := value.(map[string]any); err != nil || isMap || value == nil {
				return nil, pointing{fmt.Errorf("%q has no value that a parameter can have (want a number, true, false, text or a list)", name), shownIn(file, name)}
			}
			text = string(encoded)
		}
		values[name] = text
	}
	return values, nil
}

// shownIn returns the line of a YAML mapping that has a name, with a mark below.
func shownIn(file *ast.File, name string) string {
	mapping, _ := file.Docs[0].Body.(*ast.MappingNode)
	if mapping != nil {
		for _, v := range mapping.Values {
			if v.Key.GetToken().Value == name {
				var p printer.Printer
				return p.PrintErrorToken(v.Key.GetToken(), false)
			}
		}
	}
	return ""
}

func newNotebookParamsCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "params FILE.ipynb|FILE.go",
		Short: "List the parameters of a notebook",
		Long: `List the parameters of a notebook: what its cell tagged "parameters" declares,
with type, value and comment.

With --json every line is one object: name, type, value, doc. The value is Go
source.`,
		Example: env.example("  puzzlelab notebook params NOTEBOOK"),
		Args:    oneFile,
	}
	asJSON := cmd.Flags().Bool("json", false, "print one JSON object a line")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		nb, _, err := env.readNotebook(args[0])
		if err != nil {
			return err
		}
		parameters, err := execute.Parameters(nb)
		if err != nil {
			return fmt.Errorf("notebook params %s: %w", args[0], err)
		}
		if len(parameters) == 0 {
			env.say("note", args[0]+": no parameters (a code cell tagged \"parameters\" declares them)")
		}
		return printRows(env, *asJSON, parameters, func(w io.Writer, p execute.Parameter) {
			fmt.Fprintf(w, "%s %s = %s\n", p.Name, p.Type, p.Value)
			if p.Doc != "" {
				fmt.Fprintf(w, "    %s\n", oneLine(p.Doc))
			}
		})
	}
	return cmd
}

// oneFile is the Args of a command that takes one file.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return wrongUse(cmd, errors.New("no file given"))
	}
	return atMost(1, cmd, args)
}

// cellProgress says which cell of a notebook is being run: one redrawn line
// on a terminal, a line for each cell elsewhere.
type cellProgress struct {
	ctx      context.Context // once it is cancelled, how the cell ended is nobody's interest
	w        io.Writer
	name     string // of the notebook
	terminal bool

	mu    sync.Mutex
	drawn int // columns of the line on the terminal
	start time.Time
	done  int
	of    int
	same  int // of which were not run
}

func (env *environment) cellProgress(ctx context.Context, name string) *cellProgress {
	p := &cellProgress{ctx: ctx, w: env.stderr, name: defuse.Text(name), terminal: env.screen != nil, start: time.Now()}
	if p.terminal {
		p.w = env.screen
	}
	return p
}

func (p *cellProgress) update(e execute.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e.State != execute.Running {
		p.done++
	}
	p.of = e.Of
	switch {
	case p.terminal && e.State == execute.Running:
		p.line(fmt.Sprintf("%s: cell %d of %d", p.name, e.Cell, e.Of))
	case e.State == execute.Reused:
		p.same++
	case p.terminal || e.State == execute.Running || e.State == execute.Skipped:
	case p.ctx.Err() == nil:
		fmt.Fprintf(p.w, "%s: cell %d of %d %s, %.1f s\n", p.name, e.Cell, e.Of, e.State, e.Elapsed.Seconds())
	}
}

// line puts text in the place of what is drawn.
func (p *cellProgress) line(text string) {
	fmt.Fprintf(p.w, "\r%s%s", text, strings.Repeat(" ", max(0, p.drawn-len(text))))
	p.drawn = len(text)
}

// close ends the line.
func (p *cellProgress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.drawn > 0 {
		p.line(fmt.Sprintf("%s: %s, took %.1f s", p.name, counted(p.done, "cell"), time.Since(p.start).Seconds()))
		fmt.Fprintln(p.w)
		p.drawn = 0
	}
	if p.same > 0 && p.ctx.Err() == nil {
		fmt.Fprintf(p.w, "%s: %d of %s would show the same and were not run\n", p.name, p.same, counted(p.of, "cell"))
	}
}
