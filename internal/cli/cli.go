package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Lab is what the commands work on. Puzzles and studies are listed, and studies
// reproduced, in their order.
type Lab struct {
	Puzzles   []*puzzle.Puzzle
	Studies   []study.Definition
	Notebooks fs.FS // those of the studies; nil for the folder notebooks of the module
}

// Main runs the command that args name (without the program's own name) and
// returns its exit status; the package documentation lists them. It takes SIGINT
// and SIGTERM for the time it runs. The user calls the command program; "" means
// puzzlelab.
func Main(l Lab, program string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the default action is back, so that a second one
	// ends a process that does not come to its end.
	ended := make(chan struct{})
	defer close(ended)
	defer context.AfterFunc(ctx, func() {
		stop()
		select {
		case <-ended:
		case <-time.After(300 * time.Millisecond):
			fmt.Fprintln(stderr, "puzzlelab: note: stopping: waiting for the trials or the file at hand; a second signal does not wait")
		}
	})()

	env := &environment{
		Lab:      l,
		program:  program,
		args:     args,
		stdin:    cancellable(ctx, stdin),
		terminal: isTerminal(stdin),
		stdout:   stdout,
		stderr:   stderr,
	}
	return env.run(ctx)
}

// environment is what every command is given: the streams, the puzzles, and
// the studies.
type environment struct {
	Lab
	program  string
	args     []string
	stdin    io.Reader
	terminal bool        // whether stdin is one
	stdout   io.Writer   // for people: run lets no control character through
	data     io.Writer   // standard output for programs; where a terminal reads it, as stdout
	raw      io.Writer   // standard output for pictures, which have colors
	help     *helpWriter // of stdout, for cobra; newRootCommand makes it
	stderr   io.Writer   // as stdout
	screen   *os.File    // standard error as it is, for lines that are drawn again; nil if it is no terminal
}

// word is the command's name in one word, which shells complete.
func (env *environment) word() string {
	if env.program == "" || strings.Contains(env.program, " ") {
		return "puzzlelab"
	}
	return env.program
}

// calls matches the name of the command where a message or help says what to
// call.
var calls = regexp.MustCompile(`(^|[ (\n"])puzzlelab ([a-z])`)

// named returns text that says what to call with the name that the user calls.
func (env *environment) named(text string) string {
	if env.program == "" {
		return text
	}
	return calls.ReplaceAllString(text, "${1}"+env.program+" ${2}")
}

func (env *environment) run(ctx context.Context) int {
	if isTerminal(env.stderr) {
		env.screen = env.stderr.(*os.File)
	}
	env.raw, env.data = env.stdout, env.stdout
	env.stdout, env.stderr = &defuse.Writer{To: env.stdout}, &defuse.Writer{To: env.stderr}
	if isTerminal(env.raw) {
		env.data = env.stdout
	}
	root := newRootCommand(env)
	// A nil slice would make cobra read os.Args.
	root.SetArgs(append([]string{}, env.args...))
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = outfile.Wrap(standardOutput, env.help.err)
	}
	return env.report(ctx, err)
}
