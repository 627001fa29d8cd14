package kernel

import (
	"errors"
	"go/scanner"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
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
