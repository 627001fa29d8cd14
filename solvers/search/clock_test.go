package search

import (
	"testing"
	"time"
)

func TestTimeSpentOnTablesIsCountedApart(t *testing.T) {
	_, before := Spent()
	done := Building()
	for start := CPUTime(); CPUTime()-start < time.Millisecond; {
	}
	done()
	if _, after := Spent(); after-before < time.Millisecond {
		t.Errorf("tables took %v, want a millisecond at least", after-before)
	}
}
