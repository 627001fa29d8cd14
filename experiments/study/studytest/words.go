package studytest

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
)

// mostWords is how many words a caption may have, and a claim.
const mostWords = 45

// brief checks that no caption and no claim is longer.
func brief(t *testing.T, blocks []reports.Block) {
	t.Helper()
	for _, b := range blocks {
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
