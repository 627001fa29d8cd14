package lookahead

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// SplitStrategies splits a list of strategy names at its commas, except those
// that begin an option: "gla-5,finish-first,greedy" is two names.
func SplitStrategies(list string) ([]string, error) {
	var names []string
	for word := range strings.SplitSeq(list, ",") {
		if _, err := colorwalk.ParseStrategy(word); err != nil && len(names) > 0 {
			if s, err := colorwalk.ParseStrategy(names[len(names)-1] + "," + word); err == nil {
				names[len(names)-1] = s.Name
				continue
			}
		}
		s, err := colorwalk.ParseStrategy(word)
		if err != nil {
			return nil, fmt.Errorf("strategies %q: %w", list, err)
		}
		names = append(names, s.Name)
	}
	return names, nil
}
