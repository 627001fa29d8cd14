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

// isComplete answers whether code could run as it is, or what it begins could: a cell, or a statement.
func isComplete(code string) map[string]any {
	if _, asks := dialect.Asks(code); asks {
		return map[string]any{"status": "complete"}
	}
	for _, source := range []string{code, "%%\n" + code} {
		_, err := dialect.Parse(source)
		if err == nil && source == code {
			return map[string]any{"status": "complete"}
		}
		lines := strings.Split(strings.TrimRight(source, "\n"), "\n")
		list, _ := errors.AsType[scanner.ErrorList](err)
		if len(list) > 0 && (list[0].Pos.Line > len(lines) || strings.Contains(list[0].Msg, "EOF") || strings.Contains(list[0].Msg, "not terminated")) {
			indent := ""
			if strings.ContainsAny(lines[len(lines)-1], "{([") {
				indent = "\t"
			}
			return map[string]any{"status": "incomplete", "indent": indent}
		}
	}
	return map[string]any{"status": "invalid"}
}
