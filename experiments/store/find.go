package store

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Select returns the stored trials of studies whose version or code which names: v2, or the
// first digits of a hash; the newest of each trial if it is "". It also returns what is to be
// known of the journals of each study, and all codes that there are if which is not "".
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

// Find returns the stored trials of studies that have a key, as [trial.Key.String] writes it, or an
// ID, and the keys of all stored trials.
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

// Matching returns what passes the keys that match any of the patterns, nil without any. A
// pattern is of SET/SIZE/INDEX/STRATEGY, in which * is anything and ? a character, or an ID.
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
		_, name, _ := strings.Cut(k.String(), "/") // after the study
		bare, _, _ := strings.Cut(name, "#")
		return slices.ContainsFunc(matches, func(m *regexp.Regexp) bool {
			return m.MatchString(name) || m.MatchString(bare) || m.MatchString(k.ID())
		})
	}
}
