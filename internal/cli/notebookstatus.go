package cli

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
)

// freshFlag registers the flag that leaves out what is remembered of cells.
func freshFlag(fs *pflag.FlagSet) *bool {
	return fs.Bool("fresh", false, "run all cells, also those that would show the same again")
}

func newNotebookStatusCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status FILE.ipynb|FILE.go",
		Short: "Tell which cells of a notebook would run, and why",
		Long: `Tell which cells of a notebook would run, and why. The others would show what
they showed before: their source is the same, and so are the declarations before
them, the packages that they import and what these import (comments do not
count), the versions of modules, the toolchain, the PUZZLELAB_ variables, and
the stored trials that they load. A cell runs each time if it has a command, or
uses os, net, time, path/filepath or rand itself and is not tagged "cache".

Cells are compiled together as far as they can be. A cell that begins another
program is named, too, with the reason, as far as it is known before it runs.

With --json every line is one object: cell, id, stale, why, begins.`,
		Example: env.example("  puzzlelab notebook status NOTEBOOK"),
		Args:    oneFile,
	}
	asJSON := cmd.Flags().Bool("json", false, "print one JSON object a line")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name := args[0]
		nb, _, err := env.readNotebook(name)
		if err != nil {
			return err
		}
		list, err := execute.StatusOf(cmd.Context(), nb, name, filepath.Dir(name))
		if err != nil {
			return kernelFault("notebook status "+name, err, "")
		}
		stale := 0
		for _, s := range list {
			if s.Stale {
				stale++
			}
		}
		if !*asJSON {
			env.say("note", fmt.Sprintf("%s: %d of %s would run", name, stale, counted(len(list), "cell")))
		}
		return printRows(env, *asJSON, list, func(w io.Writer, s execute.Status) {
			if s.Stale {
				fmt.Fprintf(w, "cell %d: %s\n", s.Cell, s.Why)
			}
			if s.Begins != "" {
				fmt.Fprintf(w, "cell %d begins another program: %s\n", s.Cell, s.Begins)
			}
		})
	}
	return cmd
}
