//go:build !puzzlelab_engine

package display

import (
	"strings"
	"testing"
)

func TestPlainOutputReadsWell(t *testing.T) {
	var w, log strings.Builder
	old := out
	out = plain{w: &w, log: &log}
	defer func() { out = old }()
	Show("trials:", 20, sampleTable(), sampleClaim())
	Show(sketch{})
	Markdown("The *end*.")
	golden(t, "plain.txt", w.String())
	if log.Len() > 0 {
		t.Errorf("on the log: %q", log.String())
	}
}
