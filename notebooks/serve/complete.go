package serve

import (
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
	goplsBudget = 250 * time.Millisecond // for its answer, before that of the cell's own scope is taken
	beginBudget = 5 * time.Second        // for the engine, which is there a second after the kernel
)

// view returns the file of a request's code and cursor, and that in bytes.
func (s *session) view(m jupyter.Message) (e *engine.Engine, v engine.View, ok bool) {
	code := field[string](m, "code")
	offset := 0
	for range field[int](m, "cursor_pos") {
		_, n := utf8.DecodeRuneInString(code[offset:])
		offset += n
	}
	b := s.begin()
	select {
	case <-b.done:
	case <-time.After(beginBudget):
		return nil, v, false
	}
	if b.err != nil {
		return nil, v, false
	}
	return b.engine, b.engine.View(code, offset), true
}

// server returns the language server once it answers; the first call starts it.
func (s *session) language(e *engine.Engine, v engine.View) *gopls {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.asked {
		s.asked = true
		go func() {
			g, err := startGopls(s.life, e, s.log)
			if err != nil {
				return // the cell's own scope is all there is
			}
			// It loads the packages before it answers.
			if _, err := g.at(s.life, "textDocument/completion", v); err == nil {
				s.mu.Lock()
				s.gopls = g
				s.mu.Unlock()
			}
		}()
	}
	return s.gopls
}

// kinds are the names of gopls's kinds.
var kinds = map[int]string{2: "function", 3: "function", 5: "property", 6: "instance", 7: "class", 8: "class", 9: "module", 14: "keyword", 21: "constant", 22: "class"}

// complete answers what can stand at the cursor: what gopls says if it answers in
// time, or else what package engine knows.
func (s *session) complete(m jupyter.Message) map[string]any {
	end := field[int](m, "cursor_pos")
	reply := map[string]any{"matches": []string{}, "cursor_start": end, "cursor_end": end, "metadata": struct{}{}}
	e, v, ok := s.view(m)
	if !ok {
		return reply
	}
	var names []engine.Name
	if g := s.language(e, v); g != nil {
		ctx, cancel := context.WithTimeout(s.life, goplsBudget)
		defer cancel()
		var answer struct {
			Items []struct {
				Label, Detail, InsertText string
				Kind                      int
			}
		}
		if result, err := g.at(ctx, "textDocument/completion", v); err == nil && json.Unmarshal(result, &answer) == nil {
			for _, item := range answer.Items {
				name := engine.Name{Text: item.InsertText, Kind: kinds[item.Kind], Type: item.Detail}
				if name.Text == "" {
					name.Text = item.Label
				}
				if len(name.Text) >= len(v.Prefix) && strings.EqualFold(name.Text[:len(v.Prefix)], v.Prefix) && !strings.HasPrefix(name.Text, "puzzlelab_") {
					names = append(names, name)
				}
			}
		}
	}
	if names == nil {
		names = v.Names()
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
	reply["metadata"] = map[string]any{"_jupyter_types_experimental": described} // what JupyterLab shows
	return reply
}

// inspect answers what the name at the cursor is.
func (s *session) inspect(m jupyter.Message) map[string]any {
	reply := map[string]any{"found": false, "data": struct{}{}, "metadata": struct{}{}}
	e, v, ok := s.view(m)
	if !ok {
		return reply
	}
	data := map[string]string{}
	if g := s.language(e, v); g != nil {
		ctx, cancel := context.WithTimeout(s.life, 2*goplsBudget)
		defer cancel()
		var answer struct{ Contents struct{ Value string } }
		if result, err := g.at(ctx, "textDocument/hover", v); err == nil && json.Unmarshal(result, &answer) == nil && answer.Contents.Value != "" {
			data["text/plain"], data["text/markdown"] = answer.Contents.Value, answer.Contents.Value
		}
	}
	if text := v.Describe(); len(data) == 0 && text != "" {
		data["text/plain"] = text
	}
	if len(data) > 0 {
		reply["found"], reply["data"] = true, data
	}
	return reply
}
