package engine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// statusType marks an output as a message about the run, which is not a result. Package reports
// defines it.
const statusType = "application/vnd.puzzlelab.status+json"

// notice shows a message about the run.
func (c Cell) notice(text string) {
	c.Emit(Output{Output: nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Bundle{"text/plain": valid(text), statusType: "{}"}, Metadata: nbformat.Object{}}})
}

// has reports whether a cell contains a command.
func has(c *dialect.Cell, name string) bool {
	return slices.ContainsFunc(c.Commands, func(command dialect.Command) bool { return !command.Shell && command.Words()[0] == name })
}

// profileVariable is the environment variable with the file for a program's CPU profile.
const profileVariable = "PUZZLELAB_PROFILE"

// Profiling begins before all initialisers and ends before values are kept.
const (
	profiling = `if f, err := puzzlelab_os.Create(puzzlelab_os.Getenv("` + profileVariable + `")); err == nil { puzzlelab_pprof.StartCPUProfile(f) }`
	profiled  = "puzzlelab_pprof.StopCPUProfile()\n"
)

// measured shows the time or the profile of a cell's program, if the cell asks for it.
func (e *Engine) measured(ctx context.Context, in Cell, p *planned, cmd *exec.Cmd, begun time.Time) error {
	if took := cmd.ProcessState; has(p.cell, "time") && took != nil {
		user, system := took.UserTime(), took.SystemTime()
		in.notice(fmt.Sprintf("wall %.3f s, CPU %.3f s (user %.3f s, system %.3f s)", time.Since(begun).Seconds(), (user + system).Seconds(), user.Seconds(), system.Seconds()))
	}
	profile := e.File("profile")
	if info, err := os.Stat(profile); !has(p.cell, "prun") || err != nil || info.Size() == 0 {
		return nil // it was ended from outside
	}
	defer os.Remove(profile)
	top, err := e.goCommand(ctx, "tool", "pprof", "-top", "-nodecount=25", e.program, profile)
	if err != nil {
		return fmt.Errorf("%%prun: %w", err)
	}
	in.notice(strings.TrimRight(aboutFile.ReplaceAllString(e.Clean(top), ""), "\n"))
	return nil
}

// aboutFile matches the lines of a profile that do not depend on the cell.
var aboutFile = regexp.MustCompile(`(?m)^(?:File|Build ID|Type|Time): .*\n`)
