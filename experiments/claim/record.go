package claim

import (
	"crypto/sha256"
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// Record says which questions were declared, and which data their author had seen by then. Samples
// of a family with a record are decided only on other instances.
type Record struct {
	Declared map[string]Declaration // by the ID of the claim; nil if nothing was recorded
	// Instances returns the digests of the instances that the study runs, at any scale,
	// for a root seed.
	Instances func(seed uint64) (map[string]bool, error)
	// Known reports whether the study has a set or a strategy of that name, so that a run without
	// it is not an error.
	Known func(name string) bool
}

// Declaration is one question as it was declared.
type Declaration struct {
	Question string   // see [Family.Question]
	Seen     []uint64 // root seeds whose trials had been seen
}

// With returns the family with a record.
func (fam *Family) With(r Record) *Family { return &Family{fam.claims, &r} }

// Method describes in a few sentences how the claims of the family were declared and are decided;
// "" for a family without claims.
func (fam *Family) Method() string {
	if len(fam.claims) == 0 {
		return ""
	}
	text := "The claims of this page are decided together: the chance that any of the verdicts on samples is false is at most 5 %"
	if counts, times := fam.levels(); counts < level {
		text += fmt.Sprintf(", %.0f %% for counts and %.0f %% for times", 100*counts, 100*times)
	}
	text += fmt.Sprintf(". A claim about a mean takes %d cases or more, and no test sees values that are rarer than three in the number of cases. ", MinMean)
	if !fam.Preregistered() {
		return text + "The study is not preregistered: nothing records which data had been seen when its claims were written."
	}
	return text + "The study is preregistered: what its claims ask was recorded, and samples are decided on instances of root seeds that nobody had run by then. " +
		"That is so of the whole study, not of parameters that are chosen later, and each larger scale adds to the instances of the smaller."
}

// Preregistered reports whether the family has a record of declared questions.
func (fam *Family) Preregistered() bool { return fam.record != nil && fam.record.Declared != nil }

func (fam *Family) known(name string) bool {
	return fam.record != nil && fam.record.Known != nil && fam.record.Known(name)
}

// Question returns the digest of a claim's question: 16 hex digits that change with its ID, the
// quantity, the strategies, the selected trials, the side and the threshold or the list of cases,
// the test, and whether it is about times, but not with the claim's wording or computation. It
// panics if the family has no such claim, or if the claim cannot be asked about an empty frame.
func (fam *Family) Question(id string) string {
	c := fam.Claim(id)
	a, err := c.Ask(frame.Frame{})
	if err != nil || a.question == "" {
		panic(fmt.Sprintf("claim: %q asks nothing of no trials: %v", id, err))
	}
	text := fmt.Sprintf("%s\n%s\n%s\ntiming %t", id, a.question, c.Of, c.Timing)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16]
}

// unseen returns the rows on instances without seen trials when a question was declared. open says
// why they do not decide the question: if more than a tenth of the instances had been seen, too
// few are new to count as another sample.
func (r *Record) unseen(c Claim, question string, rows frame.Frame) (unseen frame.Frame, open string, err error) {
	declared, ok := r.Declared[c.ID]
	if !ok || declared.Question != question {
		return rows, notBefore, nil
	}
	seen := make([]map[string]bool, len(declared.Seen))
	for i, seed := range declared.Seen {
		if seen[i], err = r.Instances(seed); err != nil {
			return rows, "", err
		}
	}
	unseen = rows.Where(frame.NotOf(seen...))
	if 10*unseen.Instances() < 9*rows.Instances() {
		return rows, seenBefore, nil
	}
	return unseen, "", nil
}
