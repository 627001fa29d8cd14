package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Lab holds the puzzles and studies that the commands work on. Commands list puzzles and studies,
// and reproduce studies, in the given order.
type Lab struct {
	Puzzles   []*puzzle.Puzzle
	Studies   []study.Definition
	Notebooks fs.FS // notebooks of the studies; nil means the module's folder "notebooks"
}

// Main runs the command given by args and returns its exit status (see the package documentation).
// The slice args does not include the program's own name. The argument program is the command name
// that users type; "" means puzzlelab. While the command runs, Main handles SIGINT and SIGTERM.
func Main(l Lab, program string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal restores the default action, so a second signal ends a process that does not
	// stop.
	ended := make(chan struct{})
	defer close(ended)
	defer context.AfterFunc(ctx, func() {
		stop()
		select {
		case <-ended:
		case <-time.After(300 * time.Millisecond):
			fmt.Fprintln(stderr, "puzzlelab: note: stopping after the current trials or file; send a second signal to stop at once")
		}
	})()

	env := &environment{
		Lab:      l,
		program:  program,
		args:     joined(args),
		stdin:    cancellable(ctx, stdin),
		terminal: isTerminal(stdin),
		stdout:   stdout,
		stderr:   stderr,
	}
	return env.run(ctx)
}

// joined joins the numbers after a flag into one word if they are 0 to n in any order, because the
// shell has split a list without quotes, as in --goal 1 2 3 8 0 4 7 6 5.
func joined(args []string) []string {
	for i, arg := range args {
		n := 0
		for n < len(args)-i-1 && args[i+1+n] != "" && strings.Trim(args[i+1+n], "0123456789") == "" {
			n++
		}
		words, ordered := args[i+1:i+1+n], n > 3 && strings.HasPrefix(arg, "--")
		for k := range words {
			ordered = ordered && slices.Contains(words, strconv.Itoa(k))
		}
		if ordered {
			return slices.Concat(args[:i+1], []string{strings.Join(words, ",")}, args[i+1+n:])
		}
	}
	return args
}

// environment is the context of every command: streams, puzzles and studies.
type environment struct {
	Lab
	program  string
	args     []string
	stdin    io.Reader
	terminal bool        // stdin is a terminal
	stdout   io.Writer   // for people: run filters control characters
	data     io.Writer   // standard output for programs; filtered like stdout if it is a terminal
	raw      io.Writer   // standard output for pictures, which use colors
	help     *helpWriter // stdout for cobra; set by newRootCommand
	stderr   io.Writer   // filtered like stdout
	screen   *os.File    // unfiltered standard error for lines that are redrawn; nil if it is not a terminal
}

// word returns the command's name as a single word, for shell completion.
func (env *environment) word() string {
	if env.program == "" || strings.Contains(env.program, " ") {
		return "puzzlelab"
	}
	return env.program
}

// calls matches the name of the command where a message or help text tells the user to call it.
var calls = lazy.Regexp(`(^|[ (\n"])puzzlelab ([a-z])`)

// named replaces the command's name in a text by the name that the user calls.
func (env *environment) named(text string) string {
	if env.program == "" {
		return text
	}
	return calls().ReplaceAllString(text, "${1}"+env.program+" ${2}")
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

// version is the release of puzzlelab, as CITATION.cff and CHANGELOG.md name it.
const version = "0.4.0"

// versionInfo is the build information of the binary. Revision and Time are "" if it was built
// outside a repository.
type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Time     string `json:"time"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersionCommand(env *environment) *cobra.Command {
	c := &printing{env, jsonFlag{usage: oneObject}}
	return newCommand("version", "Print version and build information",
		c.version, withoutArguments{}, &c.jsonFlag)
}

func (c *printing) version(*cobra.Command, []string) error {
	return printRows(c.environment, c.json, []versionInfo{readVersion(debug.ReadBuildInfo())}, line)
}

func readVersion(info *debug.BuildInfo, ok bool) versionInfo {
	v := versionInfo{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if ok {
		v.Revision, v.Time, v.Modified = experiments.VCS(info)
	}
	return v
}

func (v versionInfo) String() string {
	text := "puzzlelab " + v.Version
	if v.Revision != "" {
		text += " revision " + v.Revision
		if v.Modified {
			text += " with changes"
		}
	}
	return text + " " + v.Go + " " + v.Platform
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// cancellable returns a reader of r whose Read returns when ctx is canceled, even while r blocks.
// The goroutine that reads r then stays until the process ends, so use it only for standard input.
func cancellable(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	begin := sync.OnceFunc(func() {
		go func() {
			_, err := io.Copy(in, r)
			in.CloseWithError(err)
		}()
	})
	return readerFunc(func(p []byte) (int, error) {
		begin()
		return out.Read(p)
	})
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
