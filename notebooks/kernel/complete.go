package kernel

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

const (
	goplsBudget = 250 * time.Millisecond // time for an answer from gopls, after which the cell's own scope is used
	beginBudget = 5 * time.Second        // time to wait for the engine, which is ready a second after the kernel
)

// cursor returns the code in a request and the byte offset of its cursor. It waits for the engine.
func (s *session) cursor(m jupyter.Message) (e *engine.Engine, code string, offset int, ok bool) {
	code = field[string](m, "code")
	for range field[int](m, "cursor_pos") {
		_, n := utf8.DecodeRuneInString(code[offset:])
		offset += n
	}
	b := s.begin()
	select {
	case <-b.done:
	case <-time.After(beginBudget):
		return nil, code, offset, false
	}
	return b.engine, code, offset, b.err == nil
}

// gopls asks the language server about the cursor, and stores the answer if it arrives in time. The
// first call starts the server, which must load packages before it can answer.
func (s *session) gopls(e *engine.Engine, v engine.View, method string, budget time.Duration, answer any) {
	s.asked.Do(func() {
		go func() {
			g, err := startGopls(s.life, e, s.log)
			if err != nil {
				return // the cell's own scope must suffice
			}
			if _, err := g.at(s.life, "textDocument/completion", v); err == nil {
				s.language.Store(g)
			}
		}()
	})
	g := s.language.Load()
	if g == nil {
		return
	}
	ctx, cancel := context.WithTimeout(s.life, budget)
	defer cancel()
	if result, err := g.at(ctx, method, v); err == nil {
		_ = json.Unmarshal(result, answer)
	}
}

// kinds maps the kinds of completions in gopls to names.
var kinds = map[int]string{2: "function", 3: "function", 5: "property", 6: "instance", 7: "class", 8: "class", 9: "module", 14: "keyword", 21: "constant", 22: "class"}

// complete answers a request for completions. It uses the completions of gopls if they arrive in
// time; otherwise it uses those of package engine.
func (s *session) complete(m jupyter.Message) map[string]any {
	end := field[int](m, "cursor_pos")
	reply := map[string]any{"matches": []string{}, "cursor_start": end, "cursor_end": end, "metadata": struct{}{}}
	e, code, offset, ok := s.cursor(m)
	if !ok {
		return reply
	}
	v := e.View(code, offset)
	names := v.Commands()
	if names == nil {
		names = s.names(e, v)
	}
	start := end - utf8.RuneCountInString(v.Prefix)
	matches := []string{}
	described := []map[string]any{}
	for _, n := range names {
		if !slices.Contains(matches, n.Text) {
			matches = append(matches, n.Text)
			described = append(described, map[string]any{"text": n.Text, "type": n.Kind, "signature": n.Type, "start": start, "end": end})
		}
	}
	reply["matches"], reply["cursor_start"] = matches, start
	reply["metadata"] = map[string]any{"_jupyter_types_experimental": described} // for JupyterLab
	return reply
}

// names returns the Go completions at the cursor.
func (s *session) names(e *engine.Engine, v engine.View) (names []engine.Name) {
	var answer struct {
		Items []struct {
			Label, Detail, InsertText string
			Kind                      int
		}
	}
	s.gopls(e, v, "textDocument/completion", goplsBudget, &answer)
	for _, item := range answer.Items {
		name := engine.Name{Text: cmp.Or(item.InsertText, item.Label), Kind: kinds[item.Kind], Type: item.Detail}
		if len(name.Text) >= len(v.Prefix) && strings.EqualFold(name.Text[:len(v.Prefix)], v.Prefix) && !strings.HasPrefix(name.Text, "puzzlelab_") {
			names = append(names, name)
		}
	}
	if names == nil {
		names = v.Names()
	}
	return names
}

// inspect describes the name at the cursor, and the function whose call contains the cursor.
func (s *session) inspect(m jupyter.Message) map[string]any {
	reply := map[string]any{"found": false, "data": struct{}{}, "metadata": struct{}{}}
	e, code, offset, ok := s.cursor(m)
	if !ok {
		return reply
	}
	views := []engine.View{e.View(code, offset)}
	if called, ok := e.Called(code, offset); ok {
		views = append(views, called)
	}
	var texts []string
	data := map[string]string{}
	for _, v := range views {
		var answer struct{ Contents struct{ Value string } }
		s.gopls(e, v, "textDocument/hover", 2*goplsBudget, &answer)
		text := answer.Contents.Value
		if text != "" {
			data["text/markdown"] = ""
		} else {
			text = v.Describe()
		}
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if data["text/plain"] = strings.Join(texts, "\n\n"); len(texts) > 0 {
		for mime := range data {
			data[mime] = data["text/plain"]
		}
		reply["found"], reply["data"] = true, data
	}
	return reply
}
