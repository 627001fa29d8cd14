package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"

	"github.com/puzzlelab/puzzlelab/internal/process"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// task is a request to the other process.
type task struct {
	Instance string
	Seed     uint64
	Limits   search.Limits
}

// result is the other process's answer.
type result struct {
	Finding         puzzle.Finding // without Solution, which has its own field
	Solved          bool
	Last            bool // the process ends after this answer
	Solution, Error string
}

// apartVariable is the environment variable that tells a process to serve another one.
const apartVariable = "PUZZLELAB_APART"

// Apart returns a strategy that runs strategy s in a second process of this program, so that s
// cannot harm this process. The second process starts with the same arguments as this one. There,
// the call to Apart does not return but runs the strategy on request. The second process is killed
// when it exceeds the time limit. The second process uses the function read to parse the text of an
// instance.
func Apart[I puzzle.Instance](s puzzle.Strategy[I], read func(text string) (I, error)) (puzzle.Strategy[I], error) {
	if os.Getenv(apartVariable) != "" {
		_ = os.Unsetenv(apartVariable) // processes that s starts must not serve
		process.Serve(func(request []byte) []byte { return solve(s, read, request) })
		os.Exit(0)
	}
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	run, proc := s, (*process.Process)(nil)
	run.Run = func(ctx context.Context, inst I, seed uint64, limits search.Limits) (f puzzle.Finding, err error) {
		if proc == nil || !proc.Alive() {
			cmd := exec.Command(self, os.Args[1:]...)
			cmd.Args[0], cmd.Env = os.Args[0], append(os.Environ(), apartVariable+"=1")
			if proc, err = process.Start(ctx, cmd); err != nil {
				return outcome(ctx, f, err)
			}
		}
		request, err := json.Marshal(task{inst.String(), seed, limits})
		if err != nil {
			return f, err
		}
		var bounds process.Limits
		if limits.Time > 0 {
			bounds.Wall = limits.Time + grace
		}
		answer, err := proc.Ask(ctx, request, bounds, nil)
		if err != nil {
			return outcome(ctx, f, err)
		}
		f, last, err := resultIn(answer)
		if last {
			proc.Kill()
		}
		return f, err
	}
	return run, nil
}

// resultIn parses an answer. last reports that the process ends after it.
func resultIn(answer []byte) (f puzzle.Finding, last bool, err error) {
	var r result
	err = json.Unmarshal(answer, &r)
	if err == nil && r.Error != "" {
		err = errors.New(r.Error)
	}
	if r.Solved {
		r.Finding.Solution = puzzle.Text(r.Solution)
	}
	return r.Finding, r.Last, err
}

// solve runs the strategy for a request. A strategy that ends its goroutine ends the process.
func solve[I puzzle.Instance](s puzzle.Strategy[I], read func(text string) (I, error), request []byte) []byte {
	returned := false
	defer func() {
		if !returned {
			process.Leave(result{Error: "the strategy panicked or ended its goroutine (runtime.Goexit)", Last: true}.json())
		}
	}()
	var t task
	err := json.Unmarshal(request, &t)
	var inst I
	if err == nil {
		inst, err = read(t.Instance)
	}
	var f puzzle.Finding
	if err == nil {
		f, err = s.Run(context.Background(), inst, t.Seed, t.Limits)
	}
	returned = true
	return resultOf(f, err).json()
}

func resultOf(f puzzle.Finding, err error) result {
	if err != nil {
		return result{Error: cmp.Or(err.Error(), "an error without a message")}
	}
	r := result{Finding: f, Solved: f.Solution != nil}
	if r.Solved {
		r.Solution, r.Finding.Solution = f.Solution.String(), nil
	}
	return r
}

func (r result) json() []byte {
	b, err := json.Marshal(r)
	if err != nil { // JSON lacks this number
		b, _ = json.Marshal(result{Error: err.Error()})
	}
	return b
}
