package studytest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
)

var parenthesis = regexp.MustCompile(`\([^()]*\)`)

// mostWords is the largest number of words in a caption or a claim.
const mostWords = 45

// brief checks that captions and claims have at most mostWords words, and that the answer fits on
// the first screen: at most 80 words without those in parentheses, and five claims.
func brief(t *testing.T, r reports.Report) {
	t.Helper()
	if n := len(strings.Fields(parenthesis.ReplaceAllString(r.Lead, ""))); n > 80 || len(r.Headlines) > 5 {
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
