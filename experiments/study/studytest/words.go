package studytest

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
)

// mostWords is how many words a caption may have, and a claim.
const mostWords = 45

// brief checks that no caption and no claim is longer, and that the first screen can hold
// the answer: at most 80 words, with at most five claims.
func brief(t *testing.T, r reports.Report) {
	t.Helper()
	if n := len(strings.Fields(r.Lead)); n > 80 || len(r.Headlines) > 5 {
		t.Errorf("the lead has %d words and %d claims (want at most 80 and 5): %s", n, len(r.Headlines), r.Lead)
	}
	for _, b := range r.Blocks {
		text := ""
		switch b := b.(type) {
		case reports.Figure:
			text = b.Caption
		case reports.Table:
			text = b.Caption
		case reports.Claim:
			text = b.Statement
		}
		if n := len(strings.Fields(text)); n > mostWords {
			t.Errorf("%d words (want at most %d): %s", n, mostWords, text)
		}
	}
}
