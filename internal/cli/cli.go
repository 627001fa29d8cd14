package cli

import (
	"context"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Main runs the command that args name (without the program's own name) and
// returns its exit status; the package documentation lists them. Puzzles and
// studies are listed, and studies reproduced, in their order; notebooks, which may
// be nil, holds those of the studies. It takes SIGINT and SIGTERM for the time it
// runs.
func Main(puzzles []*puzzle.Puzzle, studies []study.Definition, notebooks fs.FS, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the default action is back, so that a second one
	// ends a process that does not come to its end.
	defer context.AfterFunc(ctx, stop)()

	env := &environment{
		args:      args,
		stdin:     cancellable(ctx, stdin),
		terminal:  isTerminal(stdin),
		stdout:    stdout,
		stderr:    stderr,
		puzzles:   puzzles,
		studies:   studies,
		notebooks: notebooks,
	}
	return env.run(ctx)
}

// environment is what every command is given: the streams, the puzzles, and
// the studies.
type environment struct {
	args     []string
	stdin    io.Reader
	terminal bool // whether stdin is one
	stdout   io.Writer
	help     *helpWriter // of stdout, for cobra; newRootCommand makes it
	stderr   io.Writer
	puzzles  []*puzzle.Puzzle
	studies  []study.Definition

	notebooks fs.FS // nil for the folder notebooks of the module
}

func (env *environment) run(ctx context.Context) int {
	root := newRootCommand(env)
	// A nil slice would make cobra read os.Args.
	root.SetArgs(append([]string{}, env.args...))
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = outfile.Wrap(standardOutput, env.help.err)
	}
	return env.report(ctx, err)
}
