package cli

import (
	"testing"
	"time"
)

func TestDurationsAreThoseOfGoAndNotNegative(t *testing.T) {
	for in, want := range map[string]time.Duration{"0": 0, "500ms": 500 * time.Millisecond, "30s": 30 * time.Second, "1h30m": 90 * time.Minute} {
		var got time.Duration
		if err := durationFlag(&got).Set(in); err != nil || got != want {
			t.Errorf("Set(%q) = %v, %v, want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "30", "s", "-1s", "thirty"} {
		var got time.Duration
		if err := durationFlag(&got).Set(in); err == nil || got != 0 {
			t.Errorf("Set(%q) = %v, %v, want 0 and an error", in, got, err)
		}
	}
}
