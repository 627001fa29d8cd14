package cli

import (
	"testing"
	"time"
)

func TestDurationsAreThoseOfGoAndNotNegative(t *testing.T) {
	for in, want := range map[string]time.Duration{"0": 0, "500ms": 500 * time.Millisecond, "30s": 30 * time.Second, "1h30m": 90 * time.Minute} {
		var got durationFlag
		if err := got.Set(in); err != nil || time.Duration(got) != want {
			t.Errorf("Set(%q) = %v, %v, want %v", in, time.Duration(got), err, want)
		}
	}
	for _, in := range []string{"", "30", "s", "-1s", "thirty"} {
		var got durationFlag
		if err := got.Set(in); err == nil || got != 0 {
			t.Errorf("Set(%q) = %v, %v, want 0 and an error", in, time.Duration(got), err)
		}
	}
}
