package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/kernel"
)

// engineFlag chooses the kernel.
type engineFlag struct{ gonb bool }

func (f *engineFlag) register(cmd *cobra.Command) {
	cmd.Flags().Func("engine", "register the kernel `gonb` instead of the one in this program (auto)", func(value string) error {
		if value != "auto" && value != "gonb" {
			return fmt.Errorf("%q is not an engine (want auto or gonb)", value)
		}
		f.gonb = value == "gonb"
		return nil
	})
}

// serving is a command that chooses the kernel.
type serving struct {
	*environment
	engineFlag
}

func newKernelCommand(env *environment) *cobra.Command {
	c := &serving{environment: env}
	cmd := newGroup("kernel", "Register the notebook kernel with Jupyter, or diagnose problems", "kernel command",
		newKernelInstallCommand(env), newKernelUninstallCommand(env), newKernelDoctorCommand(env))
	c.engineFlag.register(cmd)
	group, alone := cmd.Args, cmd.RunE
	cmd.RunE = c.run
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && strings.HasSuffix(args[0], ".json") {
			return nil
		}
		return cmp.Or(group(cmd, args), alone(cmd, args))
	}
	return cmd
}

// run is the command kernel. Jupyter calls it through the installed kernelspec: puzzlelab kernel
// CONNECTION_FILE.
func (c *serving) run(cmd *cobra.Command, args []string) error {
	if _, err := os.Stat(args[0]); err != nil {
		return fmt.Errorf("kernel: connection file: %w", err)
	}
	serve := kernel.Run
	if c.gonb {
		serve = install.Exec
	}
	if err := serve(cmd.Context(), args[0], c.stderr); err != nil {
		return kernelFault("kernel", err, "run puzzlelab kernel doctor for details")
	}
	return nil
}

func newKernelInstallCommand(env *environment) *cobra.Command {
	c := &serving{environment: env}
	return newCommand("install", "Register the kernel with Jupyter",
		c.install, withoutArguments{}, &c.engineFlag)
}

func (c *serving) install(*cobra.Command, []string) error {
	var flags []string
	if c.gonb {
		flags = []string{"--engine", "gonb"}
	}
	dir, err := install.Register("", flags...)
	switch {
	case errors.Is(err, install.ErrPlatform):
		return kernelFault("kernel install", err, "")
	case err != nil:
		return err
	}
	return c.printLines(dir)
}

func newKernelUninstallCommand(env *environment) *cobra.Command {
	return newCommand("uninstall", "Remove the kernel from Jupyter",
		env.uninstallKernel, withoutArguments{})
}

func (env *environment) uninstallKernel(*cobra.Command, []string) error {
	dir, err := install.Unregister()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("kernel uninstall: the kernel is not installed (there is no kernel.json in %s)", dir)
	case err != nil:
		return err
	}
	return env.printLines(dir)
}

func newKernelDoctorCommand(env *environment) *cobra.Command {
	c := &printing{environment: env}
	return newCommand("doctor", "Check everything that notebooks in the working folder need",
		c.doctor, withoutArguments{}, &c.jsonFlag)
}

func (c *printing) doctor(cmd *cobra.Command, _ []string) error {
	checks := install.Doctor(cmd.Context(), "", execute.Cell, c.stderr)
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	missing := func(c install.Check) bool { return !c.OK && !c.Optional }
	if err := printRows(c.environment, c.json, checks, c.writeCheck); err != nil || !slices.ContainsFunc(checks, missing) {
		return err
	}
	return exit(statusFailure)
}

func (env *environment) writeCheck(w io.Writer, c install.Check) {
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
