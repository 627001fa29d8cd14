package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func ExampleMain() {
	rings := strings.NewReader("start=0 2 2 2 2 1 3\n2 2 2 2\n")
	status := Main(Lab{Puzzles: puzzles()}, "", []string{"show", "handsoftime", "--solution", "--json"}, rings, os.Stdout, os.Stderr)
	fmt.Println("exit status", status)
	// Output:
	// {"instance":"2 2 2 2 1 3","outcome":"solved","path":[0,2,4,3,1,5]}
	// exit status 0
}

func TestEveryCommandHasAnExampleAndChecksItsArguments(t *testing.T) {
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	seen := 0
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		seen++
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s has the short description %q, want words without a full stop", cmd.CommandPath(), cmd.Short)
		}
		if !cmd.HasSubCommands() && !strings.Contains(cmd.Use, "[") {
			args := append(strings.Fields(cmd.CommandPath())[1:], "x", "y", "z")
			if status, _, _ := runHere(t.Context(), studies(), args...); status != statusWrongUse {
				t.Errorf("%s: exit status %d, want %d", strings.Join(args, " "), status, statusWrongUse)
			}
		}
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(newRootCommand(&environment{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, Lab: Lab{Puzzles: puzzles()}}))
	if seen < 12 {
		t.Errorf("%d commands seen, want the root, its commands, and theirs", seen)
	}
}

func TestEveryPageOfTheManualIsOfACommand(t *testing.T) {
	root := newRootCommand(&environment{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, Lab: Lab{Puzzles: puzzles()}})
	for path := range manual() {
		args := strings.Fields(strings.ReplaceAll(path, "PUZZLE", puzzles()[1].Name))
		if path == "" || path == "puzzlelab" {
			continue
		}
		if cmd, rest, err := root.Find(args); err != nil || len(rest) > 0 || cmd.CommandPath() != "puzzlelab "+strings.Join(args, " ") {
			t.Errorf("a page is of %q, which is not a command", path)
		}
	}
}

func TestExamplesNameWhatTheLabHas(t *testing.T) {
	sets := *puzzles()[1]
	sets.Families, sets.SizeExamples = nil, nil
	for name, c := range map[string]struct {
		lab          environment
		want, absent string
	}{
		"nothing":         {environment{}, "run STUDY --quick", "handsoftime|tiles|colorwalk|pruning|idastar"},
		"a puzzle":        {environment{Lab: Lab{Puzzles: puzzles()[1:2]}}, "solve tiles --json FILE", "handsoftime|colorwalk|pruning|idastar"},
		"published sets":  {environment{Lab: Lab{Puzzles: []*puzzle.Puzzle{&sets}}}, "generate tiles --family ", "handsoftime|colorwalk|pruning|idastar"},
		"a puzzle, study": {environment{Lab: Lab{Puzzles: puzzles()[1:2], Studies: studies()[2:3]}}, "run idastar --quick", "handsoftime|colorwalk|pruning|[^/]PUZZLE|STUDY"},
		"another's study": {environment{Lab: Lab{Puzzles: puzzles(), Studies: studies()[2:3]}}, "show tiles --solution", "pruning|STUDY"},
	} {
		c.lab.stdin, c.lab.stdout, c.lab.stderr = strings.NewReader(""), io.Discard, io.Discard
		var examples strings.Builder
		var collect func(cmd *cobra.Command)
		collect = func(cmd *cobra.Command) {
			examples.WriteString(cmd.Example + "\n")
			for _, child := range cmd.Commands() {
				collect(child)
			}
		}
		root := newRootCommand(&c.lab)
		root.InitDefaultHelpCmd()
		collect(root)
		if found := regexp.MustCompile(c.absent).FindString(examples.String()); found != "" || !strings.Contains(examples.String(), c.want) {
			t.Errorf("a lab with %s: examples name %q; want none of %s, and %q:\n%s", name, found, c.absent, c.want, &examples)
		}
	}
}

func TestNoLineOfHelpIsWiderThanATerminal(t *testing.T) {
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		var help bytes.Buffer
		cmd.SetOut(&help)
		cmd.InitDefaultHelpFlag()
		if err := cmd.Help(); err != nil || help.Len() == 0 {
			t.Errorf("%s: %d bytes of help, %v", cmd.CommandPath(), help.Len(), err)
		}
		for line := range strings.Lines(help.String()) {
			if strings.Contains(line, "via your OS's package manager") { // of cobra's own text, by one column
				continue
			}
			if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > helpWidth {
				t.Errorf("%s: a line of %d columns, want at most %d: %s", cmd.CommandPath(), width, helpWidth, line)
			}
		}
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(newRootCommand(&environment{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, Lab: Lab{Puzzles: puzzles(), Studies: studies()}}))
}

func TestReportSaysOneLineAndTheStatus(t *testing.T) {
	cause := errors.New("it\nbroke\r\n")
	cmd := &cobra.Command{Use: "puzzlelab"}
	for _, c := range []struct {
		name   string
		err    error
		status int
		want   string
	}{
		{"none", nil, 0, ""},
		{"plain", cause, 1, "puzzlelab: error: it broke\n"},
		{"wrong use", wrongUse(cmd, cause), 2, "puzzlelab: error: it broke\npuzzlelab: hint: see puzzlelab -h\n"},
		{"wrapped", fmt.Errorf("again: %w", wrongUseHint(cmd, cause, "do")), 2, "puzzlelab: error: again: it broke\npuzzlelab: hint: do\n"},
		{"suggestion", wrongUse(cmd, errors.New(`no x; did you mean "y"?`)), 2, "puzzlelab: error: no x\npuzzlelab: hint: did you mean \"y\"?\n"},
		{"full disk", fmt.Errorf("write: %w", syscall.ENOSPC), 1, "puzzlelab: error: write: " + syscall.ENOSPC.Error() + "\npuzzlelab: hint: free some space\n"},
		{"full disk in a run", resumable{fmt.Errorf("run: %w", syscall.ENOSPC)}, 1, "puzzlelab: error: run: " + syscall.ENOSPC.Error() + "\npuzzlelab: hint: free some space, then repeat the command to continue\n"},
		{"said already", exit(statusLimited), 3, ""},
		{"nothing to say", exit(statusDone), 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stderr bytes.Buffer
			env := &environment{stderr: &stderr}
			if got := env.report(t.Context(), c.err); got != c.status || stderr.String() != c.want {
				t.Errorf("status %d and %q, want %d and %q", got, &stderr, c.status, c.want)
			}
			stderr.Reset()
			cancelled, cancel := context.WithCancel(t.Context())
			cancel()
			status, want := statusInterrupted, "puzzlelab: error: interrupted\n"
			if c.err == nil { // it came to its end all the same
				status, want = statusDone, ""
			} else if _, goesOn := errors.AsType[resumable](c.err); goesOn {
				want += "puzzlelab: hint: finished work is stored; repeat the command to continue\n"
			}
			if got := env.report(cancelled, c.err); got != status || stderr.String() != want {
				t.Errorf("cancelled: status %d and %q, want %d and %q", got, &stderr, status, want)
			}
		})
	}
}

func TestCancellableReaderReadsWhatTheReaderHolds(t *testing.T) {
	text := strings.Repeat("0123456789", 20_000)
	if err := iotest.TestReader(cancellable(t.Context(), strings.NewReader(text)), []byte(text)); err != nil {
		t.Error(err)
	}
}

func TestCancellableReaderReturnsWhileTheReaderBlocks(t *testing.T) {
	blocked, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	r := cancellable(ctx, blocked)
	time.AfterFunc(time.Millisecond, cancel)
	if n, err := r.Read(make([]byte, 10)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("Read = %d, %v, want 0 and that it was cancelled", n, err)
	}
}

// madeBy returns a puzzle whose only family makes rings as generate says.
func madeBy(generate func(size puzzle.Size, index int, random *search.Random) (instance, error)) *puzzle.Puzzle {
	p := *puzzles()[0]
	p.Families = []puzzle.Family[instance]{{Name: "own", Version: 1, Generate: generate}}
	return &p
}

func TestAGeneratorOfALargeInstanceDoesNotKeepAnInterruptWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	p := madeBy(func(puzzle.Size, int, *search.Random) (instance, error) {
		cancel()
		<-release
		return nil, errors.New("released")
	})
	var stdout, stderr bytes.Buffer
	env := &environment{
		args: []string{"generate", p.Name, "--size", "5"}, stdin: strings.NewReader(""),
		stdout: &stdout, stderr: &stderr, Lab: Lab{Puzzles: []*puzzle.Puzzle{p}},
	}
	if status := env.run(ctx); status != statusInterrupted || stdout.Len() > 0 || stderr.String() != "puzzlelab: error: interrupted\n" {
		t.Errorf("status %d, printed %q, said %q; want 130 and that it was interrupted", status, &stdout, &stderr)
	}
}

func TestEachInstanceIsGeneratedOnce(t *testing.T) {
	var made []int
	p := madeBy(func(_ puzzle.Size, index int, _ *search.Random) (instance, error) {
		made = append(made, index)
		return handsoftime.Ring{Values: []int32{1, 1, 1, 1, 1}}, nil
	})
	env := &environment{
		args: []string{"generate", p.Name, "--size", "5", "--count", "3"}, stdin: strings.NewReader(""),
		stdout: io.Discard, stderr: t.Output(), Lab: Lab{Puzzles: []*puzzle.Puzzle{p}},
	}
	if status := env.run(t.Context()); status != statusDone || !slices.Equal(made, []int{0, 1, 2}) {
		t.Errorf("status %d, generated %v, want 0 and each of three once", status, made)
	}
}

func TestAnInstallationThatWasFinishedIsDone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no kernel on Windows")
	}
	data := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", data)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	status, stdout, stderr := runHere(cancelled, nil, "kernel", "install")
	dir := filepath.Join(data, "kernels", "puzzlelab")
	if status != statusDone || stdout != dir+"\n" || stderr != "" {
		t.Errorf("status %d, printed %q, said %q, want 0 and %s", status, stdout, stderr, dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "kernel.json")); err != nil {
		t.Error(err)
	}
}

func TestTheVersionNamesTheRevisionAndWhetherItWasChanged(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}}}
	check := func(info *debug.BuildInfo, ok bool, want string) {
		t.Helper()
		want = "puzzlelab " + version + want + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
		if got := readVersion(info, ok).String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check(nil, false, "")
	check(info, true, " revision abc")
	info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	check(info, true, " revision abc with changes")
}

func TestTheVersionIsTheNewestOfTheChangelogAndTheOneToCite(t *testing.T) {
	for file, want := range map[string]string{
		"../../CITATION.cff": "\nversion: " + version + "\n",
		"../../CHANGELOG.md": "come first in each version.\n\n## " + version + ", ",
	} {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, want %q in it", file, err, want)
		}
	}
}
