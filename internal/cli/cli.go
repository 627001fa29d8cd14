package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"regexp"
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
		args:     joined(args),
		stdin:    cancellable(ctx, stdin),
		terminal: isTerminal(stdin),
		stdout:   stdout,
		stderr:   stderr,
	}
	return env.run(ctx)
}

// joined joins numbers that are each of 0 to n once, behind a flag, into one word: the shell
// has cut a list that is its value, as in --goal 1 2 3 8 0 4 7 6 5.
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

// version is the release of puzzlelab, as CITATION.cff and CHANGELOG.md name it.
const version = "0.4.0"

// versionInfo is what the binary knows of itself. Revision and Time are ""
// when it was built outside a work tree.
type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Time     string `json:"time"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersionCommand(env *environment) *cobra.Command {
	c := &versioning{environment: env, jsonFlag: jsonFlag{usage: oneObject}}
	return newCommand("version", "Print version and build information",
		c.run, withoutArguments{}, &c.jsonFlag)
}

// versioning is the command version.
type versioning struct {
	*environment
	jsonFlag
}

func (c *versioning) run(*cobra.Command, []string) error {
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

// cancellable returns a reader of r whose Read returns when ctx is cancelled,
// even while r blocks. The goroutine that reads r, from the first Read on, then
// stays behind until the process ends, so this is for standard input alone.
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
