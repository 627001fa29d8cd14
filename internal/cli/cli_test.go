package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
)

func ExampleMain() {
	rings := strings.NewReader("2 2 2 2 1 3\n2 2 2 2\n")
	status := Main([]string{"show", "handsoftime", "--solution", "--json"}, rings, os.Stdout, os.Stderr)
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
			if got := env.report(cancelled, c.err); got != 130 || stderr.String() != "puzzlelab: error: interrupted\n" {
				t.Errorf("cancelled: status %d and %q", got, &stderr)
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
