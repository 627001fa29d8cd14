package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// request is the content of a request to execute.
type request struct {
	Code        string            `json:"code"`
	Silent      bool              `json:"silent"`
	Store       bool              `json:"store_history"`
	Expressions map[string]string `json:"user_expressions"`
	AllowStdin  bool              `json:"allow_stdin"`
	StopOnError bool              `json:"stop_on_error"`
}

// cells runs queued requests until the kernel ends.
func (s *session) cells() {
	for {
		select {
		case m := <-s.queue:
			s.execute(m)
		case <-s.life.Done():
			return
		}
	}
}

// execute runs a cell and answers the request. After a failure it drops queued requests, unless the
// failed request says otherwise.
func (s *session) execute(m jupyter.Message) {
	r := request{Store: true, StopOnError: true}
	_ = json.Unmarshal(m.Content, &r) // missing fields keep their defaults
	r.Store = r.Store && !r.Silent
	ctx, cancel := context.WithCancel(s.life)
	defer cancel()

	s.mu.Lock()
	s.running, s.interrupt = &m, cancel
	number := s.number(r)
	count := s.count
	s.mu.Unlock()
	s.status(m, "busy")
	if !r.Silent {
		s.server.Publish(m, "execute_input", map[string]any{"code": r.Code, "execution_count": count})
	}
	in := engine.Cell{Number: number, Source: r.Code, Rest: true, Emit: func(o engine.Output) {
		if !r.Silent {
			s.show(m, o)
		}
	}}
	if r.AllowStdin {
		in.Input = func(ctx context.Context) (string, error) { return s.ask(ctx, m) }
	}
	reply := map[string]any{"status": "ok", "execution_count": count}
	var aborted []jupyter.Message
	if err := s.run(ctx, in); err != nil {
		failure := describe(err)
		if !r.Silent {
			s.server.Publish(m, "error", failure)
		}
		maps.Copy(reply, failure)
		reply["status"] = "error"
		for r.StopOnError && len(s.queue) > 0 {
			aborted = append(aborted, <-s.queue)
		}
	} else {
		values := map[string]any{}
		for name, x := range r.Expressions {
			values[name] = s.value(ctx, x)
		}
		reply["user_expressions"], reply["payload"] = values, []any{}
	}
	s.mu.Lock()
	s.running, s.interrupt = nil, func() {}
	s.mu.Unlock()
	s.server.Reply(m, "execute_reply", reply)
	s.status(m, "idle")
	for _, m := range aborted {
		s.status(m, "busy")
		s.server.Reply(m, "execute_reply", map[string]any{"status": "aborted", "execution_count": count})
		s.status(m, "idle")
	}
}

// show publishes an output of a cell.
func (s *session) show(about jupyter.Message, o engine.Output) {
	if o.Type == nbformat.Stream {
		s.server.Publish(about, "stream", map[string]string{"name": o.Name, "text": o.Text})
		return
	}
	content := map[string]any{"data": o.Data, "metadata": o.Metadata}
	kind := string(o.Type)
	if o.ExecutionCount != nil {
		content["execution_count"] = o.ExecutionCount
	}
	if o.ID != "" {
		content["transient"] = map[string]string{"display_id": o.ID}
	}
	if o.Update {
		kind = "update_display_data"
	}
	s.server.Publish(about, kind, content)
}

// unstoredFrom is the first number for cells that have no In [n].
const unstoredFrom = 1 << 20

// number counts a cell and returns its number for the engine.
func (s *session) number(r request) int {
	if !r.Store {
		s.unstored++
		return unstoredFrom + s.unstored
	}
	s.count++
	s.history = append(s.history, r.Code)
	return s.count
}

// run waits for the engine, and runs a cell.
func (s *session) run(ctx context.Context, in engine.Cell) error {
	b := s.begin()
	select {
	case <-b.done:
	case <-ctx.Done():
		return &engine.Failure{Kind: engine.Interrupted, Cell: in.Number, Value: "interrupted"}
	}
	if b.err != nil {
		return &engine.Failure{Kind: engine.Refused, Text: strings.TrimSpace(b.err.Error() + "\n" + install.Fix(b.err))}
	}
	return b.engine.Run(ctx, in)
}

// describe converts an error to the form of the protocol.
func describe(err error) map[string]any {
	failure, _ := errors.AsType[*engine.Failure](err)
	kind := failure.Kind
	if kind == engine.Killed { // clients treat it in the same way
		kind = engine.Interrupted
	}
	lines := strings.Split(strings.TrimRight(failure.Error(), "\n"), "\n")
	return map[string]any{"ename": kind, "evalue": lines[0], "traceback": lines}
}

// value evaluates an expression in a request.
func (s *session) value(ctx context.Context, x string) map[string]any {
	s.mu.Lock()
	number := s.number(request{})
	s.mu.Unlock()
	value := map[string]any{"status": "ok", "data": struct{}{}, "metadata": struct{}{}}
	err := s.run(ctx, engine.Cell{Number: number, Source: x, Emit: func(o engine.Output) {
		if o.Type == nbformat.ExecuteResult {
			value["data"], value["metadata"] = o.Data, o.Metadata
		}
	}})
	if err != nil {
		value = describe(err)
		value["status"] = "error"
	}
	return value
}

// ask asks the client of a request for a line of input.
func (s *session) ask(ctx context.Context, about jupyter.Message) (string, error) {
	answers := s.server.Messages(jupyter.Stdin)
	for len(answers) > 0 { // drops answers to earlier questions
		<-answers
	}
	s.server.Ask(about, "input_request", map[string]any{"prompt": "", "password": false})
	select {
	case m := <-answers:
		return field[string](m, "value"), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
