package cli

import "github.com/puzzlelab/puzzlelab/experiments"

// outdated counts the stored trials of the study that code other than this
// program's made. A store that cannot be read has none to tell of.
func (st study) outdated(setting experiments.Setting) int {
	store, err := experiments.Open(setting.Root)
	if err != nil {
		return 0
	}
	stored, _, err := store.Load(st.name)
	if err != nil {
		return 0
	}
	code, err := st.code()
	if err != nil {
		return 0
	}
	n := 0
	for i := range stored {
		if stored[i].Code != code {
			n++
		}
	}
	return n
}
