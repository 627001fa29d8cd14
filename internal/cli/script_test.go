package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/puzzlelab/puzzlelab/experiments/heuristics"
	"github.com/puzzlelab/puzzlelab/experiments/idastar"
	"github.com/puzzlelab/puzzlelab/experiments/lookahead"
	"github.com/puzzlelab/puzzlelab/experiments/pruning"
	"github.com/puzzlelab/puzzlelab/experiments/scaling"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	colorwalk "github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	handsoftime "github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	tiles "github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

// studies are those of the project, as main.go lists them.
func studies() []study.Definition {
	return []study.Definition{
		pruning.Definition(), heuristics.Definition(), idastar.Definition(), lookahead.Definition(), scaling.Definition(),
	}
}

// puzzles are those of the project, as main.go lists them.
func puzzles() []*puzzle.Puzzle {
	return []*puzzle.Puzzle{puzzle.Of(handsoftime.Kind()), puzzle.Of(tiles.Kind()), puzzle.Of(colorwalk.Kind())}
}

// TestMain makes the test binary the command when it is called puzzlelab, and
// the command with studies that take no time when it is called tinylab.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"puzzlelab": func() { os.Exit(checkedMain(studies())) },
		"tinylab":   func() { os.Exit(checkedMain(tinyStudies(os.Getenv("TOY")))) },
	})
}

// checkedMain is [Main] with the notebooks of the folder $NOTEBOOKS, whose lines must be of the schema that it lists if they
// are JSON. The exit status is 99 if one is not.
func checkedMain(studies []study.Definition) int {
	args := os.Args[1:]
	l := Lab{Puzzles: puzzles(), Studies: studies}
	if dir := os.Getenv("NOTEBOOKS"); dir != "" {
		l.Notebooks = os.DirFS(dir)
	}
	if !slices.Contains(args, "--json") {
		return Main(l, "", args, os.Stdin, os.Stdout, os.Stderr)
	}
	var printed bytes.Buffer
	status := Main(l, "", args, os.Stdin, io.MultiWriter(os.Stdout, &printed), os.Stderr)
	var schema *jsonschema.Resolved
	for _, s := range schemas() { // the longer name, "show trial", comes later
		if !strings.HasPrefix(strings.Join(args, " ")+" ", s.command+" ") {
			continue
		}
		text, err := s.schema()
		read := new(jsonschema.Schema)
		if err = errors.Join(err, json.Unmarshal(text, read)); err == nil {
			schema, err = read.Resolve(nil)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "the schema of %s: %v\n", s.command, err)
			return 99
		}
	}
	for line := range strings.Lines(printed.String()) {
		var value any
		err := json.Unmarshal([]byte(line), &value)
		switch {
		case schema == nil:
			err = errors.New("list schemas has none for this command")
		case err == nil:
			err = schema.Validate(value)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "not of the schema: %s: %v\n", line, err)
			return 99
		}
	}
	return status
}

// TestScripts runs every testdata/script/*.txtar in a folder of its own.
// Besides the commands of testscript there are
//
//	status N COMMAND…                 run COMMAND; it must exit with status N
//	interrupt SIGNAL N FILE COMMAND…  run COMMAND with FILE on an input that stays open, send
//	                                  SIGNAL after its first line of output; status N
//	examples COMMAND…                 run, by the shell, every example in the help of COMMAND
//	longline ring|word MB FILE        write a ring, or a word, of that many megabytes on one line
//
// and the condition [root].
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error { // a shell is where every Unix has one, also if PATH holds little
			env.Setenv("PATH", strings.Join([]string{env.Getenv("PATH"), "/usr/bin", "/bin"}, string(os.PathListSeparator)))
			env.Setenv("GOGC", "400") // a command that only starts collects no garbage, which is a sixth of its time
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":    scriptStatus,
			"interrupt": scriptInterrupt,
			"examples":  scriptExamples,
			"longline":  scriptLongLine,
		},
	})
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND…")
	}
	checkStatus(ts, ts.Exec(args[1], args[2:]...), args[0])
}

func checkStatus(ts *testscript.TestScript, err error, want string) {
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(got) != want {
		ts.Fatalf("exit status %d, want %s", got, want)
	}
}

var signals = map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM}

func scriptInterrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 || signals[args[0]] == nil {
		ts.Fatalf("usage: interrupt INT|TERM N FILE COMMAND…")
	}
	// /bin/sh finds the command on the script's PATH.
	cmd := exec.Command("/bin/sh", append([]string{"-c", `exec "$0" "$@"`}, args[3:]...)...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), append(os.Environ(), "PATH="+ts.Getenv("PATH"))
	stdin, err := cmd.StdinPipe()
	ts.Check(err)
	stdout, err := cmd.StdoutPipe()
	ts.Check(err)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	ts.Check(cmd.Start())
	ts.Defer(func() { _ = cmd.Process.Kill() })

	_, err = io.WriteString(stdin, ts.ReadFile(args[2]))
	ts.Check(err)
	lines := bufio.NewReader(stdout)
	first, err := lines.ReadString('\n')
	ts.Check(err)
	ts.Check(cmd.Process.Signal(signals[args[0]]))
	rest, err := io.ReadAll(lines)
	ts.Check(err)
	err = cmd.Wait()
	_, _ = io.WriteString(ts.Stdout(), first+string(rest))
	_, _ = ts.Stderr().Write(stderr.Bytes())
	checkStatus(ts, err, args[1])
}

// scriptExamples runs the examples, each of which may name files that the
// script has, as they stand. An example goes on behind a line that ends in "|".
func scriptExamples(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: examples COMMAND…")
	}
	ts.Check(ts.Exec(args[0], append(args[1:], "-h")...))
	_, text, found := strings.Cut(ts.ReadFile("stdout"), "\nExamples:\n")
	text, _, _ = strings.Cut(text, "\n\n")
	if !found || text == "" {
		ts.Fatalf("%s has no examples", strings.Join(args, " "))
	}
	text = strings.ReplaceAll(text, "|\n", "| ")
	for example := range strings.Lines(text) {
		if err := ts.Exec("sh", "-e", "-c", example); err != nil {
			ts.Fatalf("example %s: %v", strings.TrimSpace(example), err)
		}
	}
}

func scriptLongLine(ts *testscript.TestScript, neg bool, args []string) {
	// Value 1 everywhere is solved without search.
	units := map[string]string{"ring": "1 ", "word": "xx"}
	if neg || len(args) != 3 || units[args[0]] == "" {
		ts.Fatalf("usage: longline ring|word MB FILE")
	}
	mb, err := strconv.Atoi(args[1])
	ts.Check(err)
	line := strings.Repeat(units[args[0]], mb<<19) + "\n"
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(line), 0o666))
}
