//go:build !puzzlelab_engine

package display

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

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

func golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it):\n%s", name, diff)
	}
}
