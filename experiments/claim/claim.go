package claim

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// Verdict is the answer of the data to a claim. The zero Verdict is
// [Undecided].
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota // the data do not say
	Holds
	Fails
)

var verdictNames = [...]string{"undecided", "holds", "fails"}

// String returns the verdict's name, as it is printed and as it stands in JSON.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprint(uint8(v))
}

// MarshalText implements [encoding.TextMarshaler].
func (v Verdict) MarshalText() ([]byte, error) {
	if int(v) >= len(verdictNames) {
		return nil, fmt.Errorf("claim: %d is not a verdict", uint8(v))
	}
	return []byte(verdictNames[v]), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (v *Verdict) UnmarshalText(text []byte) error {
	i := slices.Index(verdictNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("claim: %q is not a verdict (want %s)", text, strings.Join(verdictNames[:], ", "))
	}
	*v = Verdict(i)
	return nil
}

// Claim is a statement that trials are asked about.
type Claim struct {
	ID        string // [a-z0-9-]+
	Statement string // one sentence that can be false; may refer to items as in [[fig:growth]]
	Timing    bool   // decided by measured times
	// Exploratory says that the question was chosen after looking at the data. Such a
	// claim is described and never decided.
	Exploratory bool
	// Said is the claim's sentence in the lead of a report.
	Said Forms
	// Ask answers from the trials of the whole study. Without the trials that it
	// needs it returns the zero Answer, and about a census [Every] of none that ran.
	Ask func(f frame.Frame) (Answer, error)
}

// Forms are a sentence in the forms that a verdict takes, without a full stop. In
// each, {estimate} stands for the number with its interval and {cases} for what it
// is over. A form that is "" says nothing.
type Forms struct{ Holds, Fails, Undecided string }

// Sentence returns the claim's sentence as the verdict has it, or "".
func (r Result) Sentence() string {
	form := [...]string{Undecided: r.Said.Undecided, Holds: r.Said.Holds, Fails: r.Said.Fails}[r.Verdict]
	if r.Estimate != nil {
		form = strings.NewReplacer("{estimate}", fmt.Sprintf("%s (%s)", r.Estimate.BCa.Number(r.Estimate.Value), r.Estimate.BCa.Phrase()), "{cases}", r.Cases).Replace(form)
	}
	return form
}

// Answer is what the data say to a claim before it is decided. The zero Answer is
// that of a sample that was not run.
type Answer struct {
	kind      kind
	against   int     // census: cases that contradict the statement
	ran, of   int     // census: cases that ran, of the list
	n         int     // sample: cases
	noun      string  // a case
	p         float64 // sample: of the two-sided test
	favours   bool    // sample: the estimate is on the statement's side
	short     string  // sample: why it cannot decide; "" if it can
	estimate  func() *stats.Estimate
	described func() string
	said      string
}

type kind uint8

const (
	nothing kind = iota
	census
	sample
)

// asked reports whether any of the trials were run.
func (a Answer) asked() bool { return a.kind == sample || a.kind == census && a.ran > 0 }

// Saying returns the answer with a sentence or more in front of its evidence.
func (a Answer) Saying(format string, args ...any) Answer {
	a.said = fmt.Sprintf(format, args...)
	return a
}

// Result is a claim with its verdict.
type Result struct {
	Claim
	Verdict  Verdict
	Evidence string          // what was counted, with intervals and tests
	Estimate *stats.Estimate // the number the verdict is about; nil if there is none
	Cases    string          // that the estimate is over: "300 rings"
	P        float64         // of the test; NaN for a census, or if nothing was tested
	Adjusted float64         // P after Holm's correction over the family
}

// Family is a list of claims that are decided together.
type Family struct{ claims []Claim }

// NewFamily returns the family of the claims, whose IDs must differ.
func NewFamily(claims ...Claim) *Family {
	seen := map[string]bool{}
	for _, c := range claims {
		if seen[c.ID] {
			panic(fmt.Sprintf("claim: two claims of one family have the ID %q", c.ID))
		}
		seen[c.ID] = true
	}
	return &Family{claims}
}

// Claims returns the claims in their order.
func (fam *Family) Claims() []Claim { return fam.claims }

// Claim returns the claim of that ID. It panics if the family has none.
func (fam *Family) Claim(id string) Claim { return fam.claims[fam.index(id)] }

func (fam *Family) index(id string) int {
	i := slices.IndexFunc(fam.claims, func(c Claim) bool { return c.ID == id })
	if i < 0 {
		panic(fmt.Sprintf("claim: no claim of the family has the ID %q", id))
	}
	return i
}

// Decide decides the claim of that ID. All claims of the family are asked, once
// for the same trials. It panics if the family has no such claim.
func (fam *Family) Decide(f frame.Frame, id string) (Result, error) {
	i := fam.index(id)
	asked, err := fam.ask(f)
	if err != nil {
		return Result{}, err
	}
	return decide(fam.claims[i], asked.answers[i], asked.adjusted[i], asked.samples[i]), nil
}

// answers are the answers of a family with their corrected p-values.
type answers struct {
	answers  []Answer
	adjusted []float64 // of the claims that the correction is over; NaN of others
	samples  []int     // how many the correction of each is over
	err      error
}

func (fam *Family) ask(f frame.Frame) (answers, error) {
	asked := frame.Memo(f, fam, func() answers {
		a := answers{adjusted: slices.Repeat([]float64{math.NaN()}, len(fam.claims)), samples: make([]int, len(fam.claims))}
		for _, c := range fam.claims {
			answer, err := c.Ask(f)
			if err != nil {
				return answers{err: fmt.Errorf("claim %q: %w", c.ID, err)}
			}
			a.answers = append(a.answers, answer)
		}
		fam.correct(&a, false)
		fam.correct(&a, true)
		return a
	})
	return asked, asked.err
}

// correct corrects the p-values of the claims that are, or are not, decided by
// measured times.
func (fam *Family) correct(a *answers, timing bool) {
	var p []float64
	var of []int // the claims that p are of
	for i, answer := range a.answers {
		if c := fam.claims[i]; answer.kind == census || c.Exploratory || c.Timing != timing {
			continue
		}
		if p, of = append(p, 1), append(of, i); answer.kind == sample && answer.short == "" {
			p[len(p)-1] = answer.p
		}
	}
	for k, adjusted := range stats.Holm(p) {
		a.adjusted[of[k]], a.samples[of[k]] = adjusted, len(p)
	}
}

// level is what the chance of a false verdict of a family is kept below.
const level = 0.05

// verdict decides by the rules of the package documentation.
func verdict(c Claim, a Answer, adjusted float64) Verdict {
	switch {
	case !a.asked(), c.Exploratory, a.short != "":
	case a.kind == census && a.against > 0:
		return Fails
	case a.kind == census && a.ran == a.of:
		return Holds
	case a.kind == sample && adjusted <= level && a.favours:
		return Holds
	case a.kind == sample && adjusted <= level:
		return Fails
	}
	return Undecided
}

// decide is the verdict with its evidence; the correction is over so many claims.
func decide(c Claim, a Answer, adjusted float64, samples int) Result {
	r := Result{Claim: c, Verdict: verdict(c, a, adjusted), P: math.NaN(), Adjusted: math.NaN()}
	if !a.asked() {
		r.Evidence = NotRun
		return r
	}
	words := []string{a.said}
	if a.described != nil {
		words = append(words, a.described())
	}
	if a.estimate != nil {
		r.Estimate, r.Cases = a.estimate(), digits.Plural(a.n, a.noun, digits.Narrow)
	}
	switch {
	case c.Exploratory:
		words = append(words, "The question was chosen after looking at these data, which do not decide it.")
	case a.kind == census && a.against == 0 && a.ran < a.of:
		words = append(words, fmt.Sprintf("So far %s of %s ran.", digits.Count(a.ran), digits.Plural(a.of, a.noun, digits.Narrow)))
	case a.short != "":
		words = append(words, a.short)
	case a.kind == sample:
		if r.P, r.Adjusted = a.p, adjusted; samples > 1 {
			words = append(words, fmt.Sprintf("After Holm (%s) %s.", digits.Count(samples), digits.P(adjusted)))
		}
	}
	r.Evidence = strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
	return r
}

// NotRun is the evidence of a claim whose trials were not run.
const NotRun = "Not run at this scale or with these parameters."
