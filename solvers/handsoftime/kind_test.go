package handsoftime

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAWalkIsFoldedAtEightyColumnsAndCutShort(t *testing.T) {
	const n = 200_000
	values, path := make([]int32, n), make(Path, n)
	for i := range values {
		values[i], path[i] = 1, int32(i)
	}
	var out bytes.Buffer
	if err := describe(&out, Ring{Values: values}, path.String()); err != nil {
		t.Fatal(err)
	}
	positions := 0
	for line := range strings.Lines(out.String()) {
		if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > 80 {
			t.Errorf("a line of %d columns: %s", width, line)
		}
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] == "position" {
			positions += len(fields) - 1
		}
	}
	if positions != pathShown {
		t.Errorf("%d positions printed, want %d", positions, pathShown)
	}
	if want := "  … 199940 more of 200000 positions, all of them with --json\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("the text does not end in %q", want)
	}
}
