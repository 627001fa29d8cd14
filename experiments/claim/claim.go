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

// Claim is a statement that trials are asked about.
type Claim struct {
	ID        string // [a-z0-9-]+
	Statement string // one sentence that can be false; may refer to items as in [[fig:growth]]
	Timing    bool   // decided by measured times
	// Exploratory says that the question was chosen after looking at the data. Such a
	// claim is described and never decided.
	Exploratory bool
	// Ask answers from the trials of the whole study. Without the trials that it
	// needs it returns the zero Answer.
	Ask func(f frame.Frame) (Answer, error)
}

// Answer is what the data say to a claim before it is decided. The zero Answer is
// that of trials that were not run.
type Answer struct {
	kind      kind
	against   int // census: cases that contradict the statement
	ran, of   int // census: cases that ran, of the list
	noun      string
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

// Decide decides the claim of that ID. All claims of the family are asked, once
// for the same trials. It panics if the family has no such claim.
func (fam *Family) Decide(f frame.Frame, id string) (Result, error) {
	asked, err := fam.ask(f)
	if err != nil {
		return Result{}, err
	}
	for i, c := range fam.claims {
		if c.ID == id {
			return decide(c, asked.answers[i], asked.adjusted[i], asked.samples), nil
		}
	}
	panic(fmt.Sprintf("claim: no claim of the family has the ID %q", id))
}

// answers are the answers of a family with their corrected p-values.
type answers struct {
	answers  []Answer
	adjusted []float64
	samples  int // claims that the correction is over
	err      error
}

func (fam *Family) ask(f frame.Frame) (answers, error) {
	asked := frame.Memo(f, fam, func() answers {
		var a answers
		var p []float64
		var of []int // the claims that p are of
		for i, c := range fam.claims {
			answer, err := c.Ask(f)
			if err != nil {
				return answers{err: fmt.Errorf("claim %q: %w", c.ID, err)}
			}
			a.answers, a.adjusted = append(a.answers, answer), append(a.adjusted, math.NaN())
			if answer.kind == census || c.Exploratory {
				continue
			}
			if p, of = append(p, 1), append(of, i); answer.kind == sample && answer.short == "" {
				p[len(p)-1] = answer.p
			}
		}
		a.samples = len(p)
		for k, adjusted := range stats.Holm(p) {
			a.adjusted[of[k]] = adjusted
		}
		return a
	})
	return asked, asked.err
}

// level is what the chance of a false verdict of a family is kept below.
const level = 0.05

// verdict decides by the rules of the package documentation.
func verdict(c Claim, a Answer, adjusted float64) Verdict {
	switch {
	case a.kind == nothing, c.Exploratory, a.short != "":
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
	if a.kind == nothing {
		r.Evidence = NotRun
		return r
	}
	words := []string{a.said}
	if a.described != nil {
		words = append(words, a.described())
	}
	if a.estimate != nil {
		r.Estimate = a.estimate()
	}
	switch {
	case c.Exploratory:
		words = append(words, "The question was chosen after looking at these data, which therefore do not decide it.")
	case a.kind == census && a.against == 0 && a.ran < a.of:
		words = append(words, fmt.Sprintf("So far %s of %s ran.", count(a.ran), digits.Plural(a.of, a.noun, digits.Narrow)))
	case a.short != "":
		words = append(words, a.short)
	case a.kind == sample:
		if r.P, r.Adjusted = a.p, adjusted; samples > 1 {
			words = append(words, fmt.Sprintf("After Holm's correction over %s claims %s.", count(samples), pText(adjusted)))
		}
	}
	r.Evidence = strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
	return r
}

// NotRun is the evidence of a claim whose trials were not run.
const NotRun = "The trials this needs were not run: the quick scale leaves some out, and so do other sizes or strategies."
