package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
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
)

func ExampleMain() {
	rings := strings.NewReader("2 2 2 2 1 3\n2 2 2 2\n")
	status := Main(nil, []string{"show", "handsoftime", "--solution", "--json"}, rings, os.Stdout, os.Stderr)
	fmt.Println("exit status", status)
	// Output:
	// {"instance":"2 2 2 2 1 3","outcome":"solved","path":[0,2,4,3,1,5]}
	// exit status 0
}

func TestEveryCommandHasAnExampleAndWordsWithoutFullStop(t *testing.T) {
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
		if cmd.Args == nil && !strings.Contains(cmd.Use, "[") {
			t.Errorf("%s does not check its arguments", cmd.CommandPath())
		}
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(newRootCommand(&environment{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, puzzles: puzzles()}))
	if seen < 12 {
		t.Errorf("%d commands seen, want the root, its commands, and theirs", seen)
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
	check(newRootCommand(&environment{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, puzzles: puzzles(), studies: studies()}))
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
		{"full disk in a run", resumable{fmt.Errorf("run: %w", syscall.ENOSPC)}, 1, "puzzlelab: error: run: " + syscall.ENOSPC.Error() + "\npuzzlelab: hint: free some space; the same command goes on\n"},
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
				want += "puzzlelab: hint: what finished is stored; the same command goes on where it stopped\n"
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

func TestAGeneratorOfALargeInstanceDoesNotKeepAnInterruptWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	p := puzzles()[0]
	p.generator = func(*cobra.Command) func(string) (generator, error) {
		return func(string) (generator, error) {
			return generator{family: "slow", make: func(uint64, int) (instance, error) {
				cancel()
				<-release
				return nil, errors.New("released")
			}}, nil
		}
	}
	var stdout, stderr bytes.Buffer
	env := &environment{
		args: []string{"generate", p.name}, stdin: strings.NewReader(""),
		stdout: &stdout, stderr: &stderr, puzzles: []puzzle{p},
	}
	if status := env.run(ctx); status != statusInterrupted || stdout.Len() > 0 || stderr.String() != "puzzlelab: error: interrupted\n" {
		t.Errorf("status %d, printed %q, said %q; want 130 and that it was interrupted", status, &stdout, &stderr)
	}
}

func TestEachInstanceIsGeneratedOnce(t *testing.T) {
	p := puzzles()[0]
	var made []int
	newGenerator := p.generator
	p.generator = func(cmd *cobra.Command) func(string) (generator, error) {
		family := newGenerator(cmd)
		return func(name string) (generator, error) {
			g, err := family(name)
			generate := g.make
			g.make = func(seed uint64, index int) (instance, error) {
				made = append(made, index)
				return generate(seed, index)
			}
			return g, err
		}
	}
	env := &environment{
		args: []string{"generate", p.name, "--size", "5", "--count", "3"}, stdin: strings.NewReader(""),
		stdout: io.Discard, stderr: t.Output(), puzzles: []puzzle{p},
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

func TestNumbersBeyondTheReachOfFloatsAreStrings(t *testing.T) {
	edge := new(big.Int).Lsh(big.NewInt(1), 53)
	for _, c := range []struct {
		n    *big.Int
		want string
	}{
		{nil, "null"},
		{big.NewInt(0), "0"},
		{edge, "9007199254740992"},
		{new(big.Int).Add(edge, big.NewInt(1)), `"9007199254740993"`},
	} {
		if got := string(jsonNumber(c.n)); got != c.want {
			t.Errorf("jsonNumber(%v) = %s, want %s", c.n, got, c.want)
		}
	}
}

func TestAWalkIsFoldedAtEightyColumnsAndCutShort(t *testing.T) {
	const n = 200_000
	values, path := make([]int32, n), make([]int32, n)
	for i := range values {
		values[i], path[i] = 1, int32(i)
	}
	ring, err := handsoftime.New(values, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := newWalk(ring, path).Describe(&out); err != nil {
		t.Fatal(err)
	}
	positions := 0
	for line := range strings.Lines(out.String()) {
		if width := len([]rune(strings.TrimSuffix(line, "\n"))); width > 80 {
			t.Errorf("a line of %d columns: %s", width, line)
		}
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] == "position" {
			positions += len(fields) - 1
		}
	}
	if positions != walkShown {
		t.Errorf("%d positions printed, want %d", positions, walkShown)
	}
	if want := "  … 199940 more of 200000 positions, all of them with --json\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("the text does not end in %q", want)
	}
}

func BenchmarkWalkJSON(b *testing.B) {
	const n = 100_000
	w := walk{path: make([]int32, n)}
	for i := range w.path {
		w.path[i] = int32(i)
	}
	for b.Loop() {
		text, err := w.MarshalJSON()
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(text)))
	}
}

func TestTheVersionNamesTheRevisionAndWhetherItWasChanged(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}}}
	info.Main.Version = "v1.2.3"
	check := func(info *debug.BuildInfo, ok bool, want string) {
		t.Helper()
		want = "puzzlelab " + want + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
		if got := readVersion(info, ok).String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check(nil, false, "unknown")
	check(info, true, "v1.2.3 revision abc")
	info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	check(info, true, "v1.2.3 revision abc with changes")
}
