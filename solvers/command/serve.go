package command

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Own returns a strategy that another process of this program runs. The process is started
// with the given arguments, and answers by [Serve]. Nothing that the strategy does to its
// process harms this one, and it ends when its time is over.
func Own[I puzzle.Instance](s puzzle.Strategy[I], args []string) (puzzle.Strategy[I], error) {
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	p := &program{identity: identity{path: self}, argv: append([]string{os.Args[0]}, args...)}
	s.Run = func(ctx context.Context, inst I, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		f, _, err := p.run(ctx, inst.String(), seed, limits, puzzle.Kept{})
		return outcome(ctx, f, err)
	}
	return s, nil
}

// Serve answers requests, a line each, as a program does that [Strategy] runs, until there are
// no more. The error is that of reading or writing, or of a line that is not a request.
func Serve(in io.Reader, out io.Writer, solve func(instance string, seed uint64, limits search.Limits) (puzzle.Finding, error)) error {
	encode := json.NewEncoder(out)
	err := encode.Encode(greeting{Protocol})
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, MaxRequest)
	for err == nil && lines.Scan() {
		var id, seed uint64
		var limits search.Limits
		var instance string
		if id, seed, limits, instance, err = parseRequest(lines.Text()); err != nil {
			return err
		}
		err = serveOne(encode, id, func() (puzzle.Finding, error) { return solve(instance, seed, limits) })
	}
	if err == nil {
		err = lines.Err()
	}
	return err
}

// serveOne answers a request. A strategy that ends its goroutine ends the process.
func serveOne(encode *json.Encoder, id uint64, solve func() (puzzle.Finding, error)) error {
	returned := false
	defer func() {
		if !returned {
			_ = encode.Encode(answerOf(id, puzzle.Finding{}, errors.New("the strategy panicked or ended its goroutine (runtime.Goexit)")))
			os.Exit(0)
		}
	}()
	f, err := solve()
	returned = true
	return encode.Encode(answerOf(id, f, err))
}

// MaxRequest is how long a request may be, in bytes.
const MaxRequest = 16 << 20

// parseRequest reads a line of [request].
func parseRequest(line string) (id, seed uint64, limits search.Limits, instance string, err error) {
	words := strings.SplitN(line, " ", 6)
	if len(words) < 6 {
		return 0, 0, limits, "", fmt.Errorf("the request %s has %d words (want id, seed, seconds, nodes, bytes and the instance)", puzzle.Quote(line), len(words))
	}
	for i, to := range map[int]*uint64{0: &id, 1: &seed, 3: &limits.Expanded, 4: &limits.Bytes} {
		if *to, err = strconv.ParseUint(words[i], 10, 64); err != nil {
			return 0, 0, limits, "", fmt.Errorf("the request %s: %w", puzzle.Quote(line), err)
		}
	}
	seconds, err := strconv.ParseFloat(words[2], 64)
	if err != nil {
		return 0, 0, limits, "", fmt.Errorf("the request %s: %w", puzzle.Quote(line), err)
	}
	limits.Time = time.Duration(seconds * float64(time.Second))
	return id, seed, limits, words[5], nil
}

// answerOf returns the fields of the answer that [parseAnswer] reads as the finding.
func answerOf(id uint64, f puzzle.Finding, err error) map[string]any {
	if err != nil {
		return map[string]any{"id": id, "error": cmp.Or(err.Error(), "an error without a message")}
	}
	m := &f.Meter
	a := map[string]any{
		"id": id, "outcome": f.Outcome.String(), "optimal": f.Optimal, "bound": f.Bound, "reason": f.Reason,
		"expanded": m.Expanded, "generated": m.Generated, "reopened": m.Reopened, "stored": m.Stored, "pruned": m.Pruned, "max_depth": m.MaxDepth, "bytes": m.Bytes,
	}
	if f.Solution != nil {
		a["solution"], a["cost"] = f.Solution.String(), f.Cost
	}
	var iterations []Iteration
	for _, it := range m.Iterations {
		iterations = append(iterations, Iteration(it))
	}
	if iterations != nil {
		a["iterations"] = iterations
	}
	if f.Observed != nil {
		observed := map[string]float64{}
		for _, o := range f.Observed {
			observed[o.Name] = o.Value
		}
		a["observed"] = observed
	}
	return a
}
