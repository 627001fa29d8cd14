package kernel

import (
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

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
