package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
	"github.com/puzzlelab/puzzlelab/notebooks/serve"
)

func newKernelCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kernel",
		Short: "Register the notebook kernel with Jupyter, find out why it fails",
		Long: `Register the kernel that runs the cells of notebooks with Jupyter, or find out
why it does not work.`,
		Example: `  puzzlelab kernel install
  puzzlelab kernel doctor`,
	}
	asGroup(cmd, "kernel command")
	cmd.AddCommand(newKernelInstallCommand(env), newKernelUninstallCommand(env), newKernelDoctorCommand(env))

	// What Jupyter calls, as the installed kernelspec says:
	// puzzlelab kernel CONNECTION_FILE.
	gonb := engineFlag(cmd.Flags())
	group, alone := cmd.Args, cmd.RunE
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && strings.HasSuffix(args[0], ".json") {
			return nil
		}
		return group(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return alone(cmd, args)
		}
		if _, err := os.Stat(args[0]); err != nil {
			return fmt.Errorf("kernel: connection file: %w", err)
		}
		serve := serve.Run
		if *gonb {
			serve = kernel.Exec
		}
		if err := serve(cmd.Context(), args[0], env.stderr); err != nil {
			return kernelFault("kernel", err, "puzzlelab kernel doctor says more")
		}
		return nil
	}
	return cmd
}

// engineFlag registers the flag that chooses the kernel.
func engineFlag(fs *pflag.FlagSet) (gonb *bool) {
	gonb = new(bool)
	fs.Func("engine", "the kernel: `gonb`, or the one of this program (auto)", func(value string) error {
		if value != "auto" && value != "gonb" {
			return fmt.Errorf("%q is no engine (want auto or gonb)", value)
		}
		*gonb = value == "gonb"
		return nil
	})
	return gonb
}

func newKernelInstallCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Register the kernel with Jupyter",
		Long: `Register the kernel with Jupyter: a copy of this program goes into the user's
Jupyter folder ($JUPYTER_DATA_DIR, if it is set). The folder is printed. What
cells may import is decided by the module that a notebook lies in.

With --engine gonb the kernel is GoNB, of which the copy brings its version
along: cells take longer, and may use the widgets of gonbui.`,
		Example:           "  puzzlelab kernel install",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	gonb := engineFlag(cmd.Flags())
	cmd.RunE = func(*cobra.Command, []string) error {
		var flags []string
		if *gonb {
			flags = []string{"--engine", "gonb"}
		}
		dir, err := kernel.Install("", flags...)
		switch {
		case errors.Is(err, kernel.ErrPlatform):
			return kernelFault("kernel install", err, "")
		case err != nil:
			return err
		}
		return env.printLines(dir)
	}
	return cmd
}

func newKernelUninstallCommand(env *environment) *cobra.Command {
	return &cobra.Command{
		Use:               "uninstall",
		Short:             "Remove the kernel from Jupyter",
		Long:              "Remove what kernel install made. The folder that is gone is printed.",
		Example:           "  puzzlelab kernel uninstall",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			dir, err := kernel.Uninstall()
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return fmt.Errorf("kernel uninstall: it is not installed: there is no kernel.json in %s", dir)
			case err != nil:
				return err
			}
			return env.printLines(dir)
		},
	}
}

func newKernelDoctorCommand(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check everything that notebooks here need",
		Long: `Check everything that notebooks in the working folder need, from the Go
toolchain to a cell that imports notebooks/display, and say what to do about
what is wrong. The exit status is 1 if something is missing that notebooks need;
what Jupyter alone needs is marked as optional, and so are the module's own
packages, which may have errors as long as no notebook imports them.

With --json every line is one object: name, ok, optional, detail, fix.`,
		Example:           "  puzzlelab kernel doctor",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	asJSON := cmd.Flags().Bool("json", false, "print one JSON object a line")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		checks := kernel.Doctor(cmd.Context(), "", execute.Cell, env.stderr)
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		missing := func(c kernel.Check) bool { return !c.OK && !c.Optional }
		if err := printRows(env, *asJSON, checks, env.writeCheck); err != nil || !slices.ContainsFunc(checks, missing) {
			return err
		}
		return exit(statusFailure)
	}
	return cmd
}

func (env *environment) writeCheck(w io.Writer, c kernel.Check) {
	verdict := "missing "
	switch {
	case c.OK:
		verdict = "ok      "
	case c.Optional:
		verdict = "optional"
	}
	fmt.Fprintf(w, "%s  %s: %s\n", verdict, c.Name, oneLine(c.Detail))
	if c.Fix != "" {
		fmt.Fprintf(w, "          fix: %s\n", env.named(oneLine(c.Fix)))
	}
}
