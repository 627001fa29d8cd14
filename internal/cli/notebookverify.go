package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
)

func newNotebookVerifyCommand(env *environment) *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "verify FILE.ipynb",
		Short: "Execute a notebook again and compare what its cells show",
		Long: `Execute the cells of a notebook again, with the parameters they ran with, and
compare what they show with what stands in the file, cell by cell: texts by
lines, tables by value, pictures by their bytes. The file stays as it is. What
shows measured times may differ: how many of these did is said at the end.

The exit status is 1 if anything else differs, or a cell fails. With --json
every line is one difference, measured times included: cell, was, is, part,
timing, lines.`,
		Example: env.example("  puzzlelab notebook verify NOTEBOOK"),
		Args:    oneFile,
	}
	fs := cmd.Flags()
	fs.Var(durationFlag(&timeout), "timeout", "stop a cell after `TIME`, as in 30s (0: never)")
	asJSON := fs.Bool("json", false, "print one JSON object a line")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name := args[0]
		if isGo(name) {
			return wrongUseHint(cmd, fmt.Errorf("%s has no outputs", name), fmt.Sprintf("puzzlelab notebook run %s, then puzzlelab notebook verify %s", name, executed(name)))
		}
		nb, _, err := env.readNotebook(name)
		if err != nil {
			return err
		}
		ran := 0
		for _, c := range nb.Cells {
			if c.ExecutionCount != nil {
				ran++
			}
		}
		if ran == 0 {
			return failure("puzzlelab notebook run "+name+" executes them", "notebook verify %s: no cell has been executed", name)
		}
		spec, err := execute.Prepare(cmd.Context(), filepath.Dir(name), env.stderr, nb)
		if err != nil {
			return kernelFault("notebook verify "+name, err, "")
		}
		progress := env.cellProgress(cmd.Context(), name)
		again, err := execute.Again(cmd.Context(), nb, execute.Options{
			Dir: filepath.Dir(name), Kernel: spec, Timeout: timeout, Progress: progress.update, Log: env.stderr,
		})
		progress.close()
		if err != nil {
			return fmt.Errorf("notebook verify %s: %w", name, err)
		}
		found := diff.Outputs(nb, again)
		timed := 0
		for _, d := range found {
			if d.Timing {
				timed++
			}
		}
		differ := len(found) - timed
		if !*asJSON {
			found = slices.DeleteFunc(found, func(d diff.Difference) bool { return d.Timing })
		}
		if err := printRows(env, *asJSON, found, printDifference); err != nil {
			return err
		}
		if differ == 0 && !*asJSON {
			err = env.printLines(fmt.Sprintf("%s: %s show what they showed; measured times differ in %d", name, counted(ran, "cell"), timed))
		}
		if err != nil {
			return err
		}
		return differing("notebook verify "+name, differ)
	}
	return cmd
}
