package experiments

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

func TestCollectTakesOutWhatNoSweepReuses(t *testing.T) {
	store := open(t)
	older, fewer, fresh := small(), small(), small()
	older.Code, fewer.Limits.Expanded, fresh.Fresh = "v0", 3, true
	for _, s := range []Sweep{older, small(), fewer, fresh} { // 72 trials each
		mustRun(t, s, store)
	}
	j, _ := store.Study("climbing")
	inUse := func(row *trial.Trial) bool { return row.Code != "v0" }
	look, err := j.Collect(inUse, false)
	if err != nil || look.Rows != 4*72 || look.OtherCode != 72 || look.Repeated != 72 || look.Freed <= 0 || look.Freed >= look.Bytes {
		t.Fatalf("%+v, %v; want 72 rows of other code and 72 repeated of 288", look, err)
	}
	if again, err := j.Collect(inUse, false); err != nil || again != look {
		t.Errorf("looking has changed what is there: %+v and %+v, %v", look, again, err)
	}
	before, _, err := store.Load("climbing")
	if err != nil {
		t.Fatal(err)
	}
	lock, err := j.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Collect(inUse, true); err == nil || !strings.Contains(err.Error(), "being run") {
		t.Errorf("error %v, want that somebody runs it", err)
	}
	lock.Unlock()
	if removed, err := j.Collect(inUse, true); err != nil || removed != look {
		t.Errorf("%+v were removed, %v; want %+v", removed, err, look)
	}
	if left, err := j.Collect(inUse, false); err != nil || left.Rows != 144 || left.Freed != 0 || left.Bytes != look.Bytes-look.Freed {
		t.Errorf("%+v are left, %v; want 144 rows and nothing to remove", left, err)
	}
	after, info, err := store.Load("climbing")
	if err != nil || len(info.Warnings()) > 0 || len(after) != len(before) {
		t.Fatalf("%d rows, %v, %v; want %d", len(after), info.Warnings(), err, len(before))
	}
	for i := range after {
		if before[i].Key() != after[i].Key() || trial.Diff(&before[i], &after[i]) != nil {
			t.Fatalf("%v is %v", before[i].Key(), after[i].Key())
		}
	}
	for name, s := range map[string]Sweep{"same": small(), "fewer": fewer} {
		if ran := mustRun(t, s, store).Ran; ran != 0 {
			t.Errorf("%s: %d trials ran, want none", name, ran)
		}
	}
	if ran := mustRun(t, older, store).Ran; ran != 72 {
		t.Errorf("older code: %d trials ran, want all", ran)
	}
}

// A journal with a damaged line stays unchanged.
func TestCollectLeavesDamage(t *testing.T) {
	kept := open(t)
	s := small()
	s.Workers = 1
	mustRun(t, s, kept)
	j, _ := kept.Study("climbing")
	names, _ := filepath.Glob(filepath.Join(j.Dir(), "*.jsonl"))
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(string(text), `"cost":`, `"cost":9`, 1)
	if err := os.WriteFile(names[0], []byte(broken), 0o666); err != nil {
		t.Fatal(err)
	}
	g, err := j.Collect(func(*trial.Trial) bool { return false }, true)
	if after, _ := os.ReadFile(names[0]); err != nil || g.Freed != 0 || string(after) != broken {
		t.Errorf("%+v, %v: the damaged journal was touched", g, err)
	}
	none, _ := kept.Study("nothing")
	if g, err := none.Collect(func(*trial.Trial) bool { return false }, true); err != nil || g != (store.Garbage{}) {
		t.Errorf("%+v, %v of a study without journals", g, err)
	}
}
