package kernel

import (
	"errors"
	"go/scanner"
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// info describes the kernel.
func (s *session) info() map[string]any {
	language := engine.Language()
	return map[string]any{
		"protocol_version": "5.3", "implementation": "puzzlelab", "implementation_version": language["version"], "language_info": language,
		"banner": "puzzlelab: cells in Go, each a program of its own", "help_links": []any{}, "debugger": false,
	}
}

// isComplete returns whether code is complete, as a reply.
func isComplete(code string) map[string]any {
	if _, asks := dialect.Asks(code); asks {
		return map[string]any{"status": "complete"}
	}
	_, err := dialect.Parse(code)
	if err == nil {
		return map[string]any{"status": "complete"}
	}
	lines := strings.Split(strings.TrimRight(code, "\n"), "\n")
	list, _ := errors.AsType[scanner.ErrorList](err)
	ends := func(what string) bool { return strings.Contains(list[0].Msg, what) }
	if len(list) == 0 || list[0].Pos.Line <= len(lines) && !ends("EOF") && !ends("not terminated") && !ends("is not closed") {
		return map[string]any{"status": "invalid"}
	}
	indent := ""
	if strings.ContainsAny(lines[len(lines)-1], "{([") {
		indent = "\t"
	}
	return map[string]any{"status": "incomplete", "indent": indent}
}

// past answers a request for the history, which contains this session.
func (s *session) past(m jupyter.Message) map[string]any {
	s.mu.Lock()
	inputs := slices.Clone(s.history)
	s.mu.Unlock()
	session, start, stop := field[int](m, "session"), field[int](m, "start"), field[int](m, "stop")
	pattern, unique := field[string](m, "pattern"), field[bool](m, "unique")
	list := [][3]any{}
	seen := map[string]bool{}
	for i := len(inputs); i > 0; i-- { // keep the last of equal entries
		input := inputs[i-1]
		switch field[string](m, "hist_access_type") {
		case "range":
			if session != 0 || i < start || stop > 0 && i >= stop {
				continue
			}
		case "search":
			if !glob(pattern, input) || unique && seen[input] {
				continue
			}
		}
		seen[input] = true
		entry := [3]any{0, i, input}
		if field[bool](m, "output") {
			entry[2] = [2]any{input, nil}
		}
		list = append(list, entry)
	}
	if n := field[int](m, "n"); field[string](m, "hist_access_type") != "range" && n > 0 && n < len(list) {
		list = list[:n]
	}
	slices.Reverse(list)
	return map[string]any{"history": list}
}

// glob reports whether text matches a pattern, in which * matches any text and ? one character.
func glob(pattern, text string) bool {
	p := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern))
	ok, err := regexp.MatchString("(?s)^"+p+"$", text)
	return ok && err == nil
}
