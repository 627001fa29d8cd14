package experiments

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestStatusReadsWell(t *testing.T) {
	running := Status{Study: "pruning", Total: 20_000, Done: 1200, Elapsed: 3846 * time.Millisecond, Left: 60 * time.Second, Failed: 2}
	final := Status{Study: "pruning", Total: 1234, Done: 1234, Elapsed: 2 * time.Minute, Final: true}
	for _, c := range []struct {
		name   string
		status Status
		want   string
	}{
		{"begin", Status{Study: "pruning", Total: 20_000, Left: -1}, "pruning: 0 of 20,000 trials"},
		{"running", running, "pruning: 1,200 of 20,000 trials, 312/s, about 60 s left, 2 failed"},
		{"slow", Status{Study: "p", Total: 9, Done: 3, Elapsed: 10 * time.Second, Left: 3 * time.Hour}, "p: 3 of 9 trials, 0.3/s, about 3.0 h left"},
		{"end", final, "pruning: 1,234 of 1,234 trials, 10/s, took 2 min"},
		{"stopped", Status{Study: "p", Total: 9, Done: 3, Elapsed: time.Second, Final: true}, "p: 3 of 9 trials, 3/s, took 1.0 s, stopped"},
	} {
		if got := c.status.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// statuses is a sweep of 100 trials that finishes one every interval.
func statuses(interval time.Duration) []Status {
	var list []Status
	for done := range 101 {
		list = append(list, Status{Study: "p", Total: 100, Done: done, Elapsed: time.Duration(done) * interval, Final: done == 100})
	}
	return list
}

func TestLinesAreFew(t *testing.T) {
	for _, c := range []struct {
		interval time.Duration
		want     int
	}{
		{time.Millisecond, 1},        // only the end
		{100 * time.Millisecond, 10}, // ten seconds: one a second
		{time.Second, 20},            // one every 5 %
		{time.Second * 30, 100},      // slow trials: each
		{4 * time.Second, 34},        // every 12 s
	} {
		var b strings.Builder
		p := Lines(&b)
		for _, s := range statuses(c.interval) {
			p.Update(s)
		}
		got := strings.Count(b.String(), "\n")
		if got != c.want {
			t.Errorf("a trial every %v: %d lines, want %d:\n%s", c.interval, got, c.want, b.String())
		}
		if !strings.Contains(b.String(), "100 of 100") {
			t.Errorf("a trial every %v: no final line", c.interval)
		}
	}
}

func TestProgressFuncIsCalledFourTimesASecondAtMost(t *testing.T) {
	var got []Status
	p := ProgressFunc(func(s Status) { got = append(got, s) })
	for range 2 { // a second sweep begins anew
		got = nil
		for _, s := range statuses(100 * time.Millisecond) {
			p.Update(s)
		}
		if len(got) != 35 || got[0].Done != 0 || !got[len(got)-1].Final {
			t.Errorf("%d calls in 10 s, from %v to %v; want 35 (every 0.3 s and the end)", len(got), got[0], got[len(got)-1])
		}
	}
}

func TestTheTerminalLineIsRedrawnAndFits(t *testing.T) {
	var b strings.Builder
	width := 24
	p := TerminalLine(&b, func() int { return width })
	p.Update(Status{Study: "pruning", Total: 20_000, Done: 12_000, Left: -1})
	p.Update(Status{Study: "p", Total: 2, Left: -1})
	width = 0
	p.Update(Status{Study: "p", Total: 2, Left: -1})
	width = 80
	p.Update(Status{Study: "p", Total: 2, Done: 2, Elapsed: time.Second, Final: true})
	want := "\rpruning: 12,000 of 20,0" +
		"\rp: 0 of 2 trials       " +
		"\rp                 " +
		"\rp: 2 of 2 trials, 2/s, took 1.0 s\n"
	// The second line leaves 16 columns drawn, the third one.
	want = strings.Replace(want, "\rp                 ", "\rp"+strings.Repeat(" ", 15), 1)
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b.String(), want)
	}
}

func TestTimeLeftGoesByWhatTrialsTake(t *testing.T) {
	for _, c := range []struct {
		name    string
		kinds   []kind
		workers int
		want    time.Duration
	}{
		{"nothing finished", []kind{{left: 5}}, 1, -1},
		{"each kind at its own mean", []kind{{finished: 10, seconds: 1, left: 10}, {finished: 1, seconds: 60, left: 2}}, 1, 121 * time.Second},
		{"shared by workers", []kind{{finished: 10, seconds: 1, left: 10}, {finished: 1, seconds: 60, left: 2}}, 2, 60500 * time.Millisecond},
		{"an unknown kind at the mean of all", []kind{{finished: 3, seconds: 6, left: 1}, {left: 4}}, 1, 10 * time.Second},
		{"all done", []kind{{finished: 3, seconds: 6}}, 1, 0},
	} {
		if got := left(c.kinds, c.workers); math.Abs((got - c.want).Seconds()) > 1e-6 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

type recorder []Status

func (r *recorder) Update(s Status) { *r = append(*r, s) }

func TestASweepReportsItsBeginningAndItsEnd(t *testing.T) {
	store := open(t)
	s := small()
	s.Strategies = append(s.Strategies[:1], failing().Erase())
	s.Instances = append(s.Instances[:1], climbs("hills", 1, 1)...) // tops 30 and 10: both panic
	var got recorder
	if _, err := s.Run(context.Background(), store, &got); err != nil {
		t.Fatal(err)
	}
	first, last := got[0], got[len(got)-1]
	if first.Study != "climbing" || first.Total != 8 || first.Reused != 0 || first.Left != -1 || first.Final {
		t.Errorf("first status %+v", first)
	}
	if last.Done != 8 || last.Failed != 4 || !last.Final || last.Left != 0 {
		t.Errorf("last status %+v; want 8 done, 4 of them failed", last)
	}
	got = nil
	if _, err := s.Run(context.Background(), store, &got); err != nil {
		t.Fatal(err)
	}
	if got[0].Total != 4 || got[0].Reused != 4 || got[0].Left < 0 {
		t.Errorf("first status of the second run %+v; want 4 to run, 4 reused, and an estimate", got[0])
	}
	if finals := len(slices.DeleteFunc(got, func(s Status) bool { return !s.Final })); finals != 1 {
		t.Errorf("%d final statuses, want 1", finals)
	}
}

func TestProgressToAFileIsPlainLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ProgressTo(f).Update(Status{Study: "p", Total: 1, Done: 1, Elapsed: time.Second, Final: true})
	if got, _ := os.ReadFile(path); string(got) != "p: 1 of 1 trial, 1/s, took 1.0 s\n" {
		t.Errorf("%q, want a plain line", got)
	}
}
