package claim

import (
	"crypto/sha256"
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// Record holds the questions of a family as they were declared, and says which data their author
// had seen by then. A family with a record decides claims about samples only on instances that the
// author had not seen.
type Record struct {
	Declared map[string]Declaration // declarations by claim ID; nil if nothing was recorded
	// Instances returns the digests of all instances that the study generates from a root seed, at
	// any scale.
	Instances func(seed uint64) (map[string]bool, error)
	// Known reports whether the study has an instance set or a strategy with that name. It is not
	// an error if a run leaves out a known name.
	Known func(name string) bool
}

// Declaration holds what was recorded when a question was declared.
type Declaration struct {
	Question string   // digest of the question, as returned by [Family.Question]
	Seen     []uint64 // root seeds whose trials the author had seen
}

// With returns a copy of the family that decides its claims with record r.
func (fam *Family) With(r Record) *Family { return &Family{fam.claims, &r} }

// Method describes in a few sentences how the claims of the family were declared and are decided.
// It returns "" for a family without claims.
func (fam *Family) Method() string {
	if len(fam.claims) == 0 {
		return ""
	}
	text := "The claims on this page are decided together: the chance that any verdict about a sample is false is at most 5 %"
	if counts, times := fam.levels(); counts < level {
		text += fmt.Sprintf(", %.0f %% for counts and %.0f %% for times", 100*counts, 100*times)
	}
	text += fmt.Sprintf(". A claim about a mean needs at least %d cases, and no test can see values that occur in fewer than about three of all cases. ", MinMean)
	if !fam.Preregistered() {
		return text + "The study is not preregistered: nothing records which data had been seen when its claims were written."
	}
	return text + "The study is preregistered: the question behind each claim was recorded before its trials were run, and claims about samples are decided on instances from root seeds that had not been used before. " +
		"This holds for the study as declared, not for parameters chosen later; each larger scale adds instances to the smaller one."
}

// Preregistered reports whether the family has a record of declared questions.
func (fam *Family) Preregistered() bool { return fam.record != nil && fam.record.Declared != nil }

func (fam *Family) known(name string) bool {
	return fam.record != nil && fam.record.Known != nil && fam.record.Known(name)
}

// Question returns a digest of a claim's question as 16 hex digits. The digest covers the claim's
// ID, the quantity, the strategies, the selected trials, the direction, the threshold or list of
// cases, the test, and whether the claim is about times. It does not cover the wording or the
// computation of the claim. Question panics if the family has no such claim, or if the claim's Ask
// function fails on an empty frame.
func (fam *Family) Question(id string) string {
	c := fam.Claim(id)
	a, err := c.Ask(frame.Frame{})
	if err != nil || a.question == "" {
		panic(fmt.Sprintf("claim: %q asks nothing of no trials: %v", id, err))
	}
	text := fmt.Sprintf("%s\n%s\n%s\ntiming %t", id, a.question, c.Of, c.Timing)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16]
}

// unseen returns the rows on instances that the author had not seen when the question was declared.
// The result open says why these rows cannot decide the question. If the author had seen more than
// a tenth of the instances, the remaining ones do not count as a new sample.
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
