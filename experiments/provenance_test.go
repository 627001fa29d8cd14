package experiments

import (
	"runtime/debug"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

func TestAReplacedModuleKeepsItsNameAndNamesNoFolder(t *testing.T) {
	for _, c := range []struct {
		replace *debug.Module
		want    trial.Module
	}{
		{nil, trial.Module{Path: "m", Version: "v1.0.0", Sum: "h1:a"}},
		{&debug.Module{Path: "fork", Version: "v1.2.0", Sum: "h1:b"}, trial.Module{Path: "m", Version: "replaced by fork v1.2.0", Sum: "h1:b"}},
		{&debug.Module{Path: "/home/me/m", Version: "(devel)"}, trial.Module{Path: "m", Version: "v1.0.0 replaced by a folder"}},
		{&debug.Module{Path: "../m"}, trial.Module{Path: "m", Version: "v1.0.0 replaced by a folder"}},
	} {
		if got := ModuleOf(&debug.Module{Path: "m", Version: "v1.0.0", Sum: "h1:a", Replace: c.replace}); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.replace, got, c.want)
		}
	}
}
