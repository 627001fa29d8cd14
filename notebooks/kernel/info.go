package kernel

import (
	"errors"
	"go/scanner"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
)

// info is what the kernel says of itself.
func (s *session) info() map[string]any {
	language := engine.Language()
	return map[string]any{
		"protocol_version": "5.3", "implementation": "puzzlelab", "implementation_version": language["version"], "language_info": language,
		"banner": "puzzlelab: cells in Go, each a program of its own", "help_links": []any{}, "debugger": false,
	}
}

// isComplete answers whether code could run as it is.
func isComplete(code string) map[string]any {
	_, err := dialect.Parse(code)
	if err == nil {
		return map[string]any{"status": "complete"}
	}
	lines := strings.Split(strings.TrimRight(code, "\n"), "\n")
	if list, ok := errors.AsType[scanner.ErrorList](err); ok {
		first := list[0]
		if first.Pos.Line > len(lines) || strings.Contains(first.Msg, "EOF") || strings.Contains(first.Msg, "not terminated") {
			indent := ""
			if strings.ContainsAny(lines[len(lines)-1], "{([") {
				indent = "\t"
			}
			return map[string]any{"status": "incomplete", "indent": indent}
		}
	}
	return map[string]any{"status": "invalid"}
}
