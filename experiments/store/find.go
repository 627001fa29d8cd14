package store

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Select returns the stored trials of the given studies that have a certain version or code. The
// argument which is a version such as v2, or the first digits of a code hash. If it is "", Select
// returns the newest row of each trial. Select also returns the LoadInfo of each study and, unless
// which is "", the sorted codes of all rows in the journals.
func (s *Store) Select(which string, studies ...string) (trials []trial.Trial, loads []LoadInfo, codes []string, err error) {
	version, err := strconv.Atoi(strings.TrimPrefix(which, "v"))
	isVersion := err == nil && strings.HasPrefix(which, "v")
	seen := map[string]bool{}
	keep := func(t *trial.Trial) bool {
		_, hash, _ := strings.Cut(t.Code, ":")
		seen[t.Code] = true
		return isVersion && t.Version == version || !isVersion && (strings.HasPrefix(hash, which) || strings.HasPrefix(t.Code, which))
	}
	for _, name := range studies {
		j, err := s.Study(name)
		if err != nil {
			return nil, nil, nil, err
		}
		load := j.Load
		if which != "" {
			load = func() ([]trial.Trial, LoadInfo, error) { return j.LoadWhere(keep) }
		}
		found, info, err := load()
		if err != nil {
			return nil, nil, nil, err
		}
		trials, loads = append(trials, found...), append(loads, info)
	}
	return trials, loads, slices.Sorted(maps.Keys(seen)), nil
}

// Find returns the stored trials of the given studies that have the given key or ID. A key has the
// form returned by [trial.Key.String], and an ID the form returned by [trial.Key.ID]. Find also
// returns the keys of all stored trials.
func (s *Store) Find(key, id string, studies ...string) (found []trial.Trial, keys []string, err error) {
	for _, study := range studies {
		trials, _, err := s.Load(study)
		if err != nil {
			return nil, nil, err
		}
		for i := range trials {
			k := trials[i].Key()
			keys = append(keys, k.String())
			if key == keys[len(keys)-1] || id == k.ID() {
				found = append(found, trials[i])
			}
		}
	}
	return found, keys, nil
}

// Matching returns a filter for keys that match at least one of the patterns. A pattern is an ID or
// has the form SET/SIZE/INDEX/STRATEGY. In a pattern, * matches any text and ? matches any
// character. The filter is nil if there are no patterns.
func Matching(patterns []string) func(trial.Key) bool {
	var matches []*regexp.Regexp
	for _, p := range patterns {
		p = strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(p))
		matches = append(matches, regexp.MustCompile("^(?:"+p+")$"))
	}
	if matches == nil {
		return nil
	}
	return func(k trial.Key) bool {
		_, name, _ := strings.Cut(k.String(), "/") // drops the study
		bare, _, _ := strings.Cut(name, "#")
		return slices.ContainsFunc(matches, func(m *regexp.Regexp) bool {
			return m.MatchString(name) || m.MatchString(bare) || m.MatchString(k.ID())
		})
	}
}
