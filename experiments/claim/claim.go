package claim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Verdict indicates whether a claim holds, fails or is undecided. The zero Verdict is [Undecided].
type Verdict uint8

// The possible verdicts.
const (
	Undecided Verdict = iota // the data do not decide the claim
	Holds                    // the data confirm the claim
	Fails                    // the data refute the claim
)

var verdictNames = [...]string{"undecided", "holds", "fails"}

// String returns the verdict's name, which is also its form in JSON.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprint(uint8(v))
}

// Mark returns a symbol for the verdict. Reports print it next to the verdict's name, so that
// readers need not rely on colors.
func (v Verdict) Mark() string {
	return map[Verdict]string{Holds: "✓", Fails: "✗", Undecided: "?"}[v]
}

// MarshalText implements [encoding.TextMarshaler]. It returns the verdict's name.
func (v Verdict) MarshalText() ([]byte, error) {
	if int(v) >= len(verdictNames) {
		return nil, fmt.Errorf("claim: %d is not a verdict", uint8(v))
	}
	return []byte(verdictNames[v]), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It returns an error for an unknown name.
func (v *Verdict) UnmarshalText(text []byte) error {
	i := slices.Index(verdictNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("claim: %q is not a verdict (want %s)", text, strings.Join(verdictNames[:], ", "))
	}
	*v = Verdict(i)
	return nil
}

// Claim is a statement that trials can confirm or refute.
type Claim struct {
	ID        string // name of the claim, unique in its family; matches [a-z0-9-]+
	Statement string // sentence that the trials can refute; it may link to a figure, table or claim, as in [[fig:growth]]
	Timing    bool   // whether the verdict depends on measured times
	// Exploratory marks a claim whose question was chosen after looking at the data. Reports
	// describe the answer to such a question, but the claim never gets a verdict.
	Exploratory bool
	// Of selects the trials that the claim is about. Population names the population from which the
	// trials' instances were sampled, such as "planted rings of 50 nodes". Population is "" if the
	// claim is about a census.
	Of         frame.Selection
	Population string
	// Said holds a sentence for each verdict. A report's introduction prints the sentence for the
	// claim's verdict.
	Said Forms
	// Ask computes the answer from the trials that Of selects. Even if there are no trials, it must
	// call the same constructors of this package and return an answer, because the answer contains
	// the question.
	Ask func(f frame.Frame) (Answer, error)
}

// Forms holds one sentence for each verdict, without the final period. An empty sentence is not
// printed. A sentence may contain these placeholders, which are replaced as follows:
//
//   - {estimate} by the tested number
//   - {saving} by the reduction, such as "37 %", if the number is a ratio below 1
//   - {excess} by the increase, such as "37 %", if the number is a ratio above 1
//   - {share} by the number as a percentage
//   - {less} by the number with the opposite sign
//   - {said} by the sentences added with [Answer.Saying]
//
// The number is followed by its interval and the number of cases in parentheses. If the sentence
// also links to the claim, the link is put into the same parentheses: "37 % less (95 % interval 29
// to 46 %, 100 boards; [[claim:less]])".
type Forms struct{ Holds, Fails, Undecided string }

// Sentence returns the claim's sentence for the verdict of r, with all placeholders of [Forms]
// replaced. It returns "" if the claim has no sentence for this verdict, or if the sentence contains
// {said} and the answer added nothing.
func (r Result) Sentence() string {
	const link = "([[claim:"
	form := [...]string{Undecided: r.Said.Undecided, Holds: r.Said.Holds, Fails: r.Said.Fails}[r.Verdict]
	if r.Added == "" && strings.Contains(form, "{said}") {
		return ""
	}
	for _, filled := range [][2]string{
		{"{estimate}", r.sized(cmp.Or(r.Number, "not known"))},
		{"{saving}", r.scaled(-100, 100, " %")},
		{"{share}", r.scaled(100, 0, " %")},
		{"{excess}", r.scaled(100, -100, " %")},
		{"{less}", r.scaled(-1, 0, "")},
	} {
		before, after, found := strings.Cut(form, filled[0])
		if !found {
			continue
		}
		number, interval, estimated := strings.Cut(filled[1], " (")
		if !estimated || !strings.Contains(after, link) {
			form = before + filled[1] + after
			continue
		}
		form = before + number + strings.Replace(after, link, "("+strings.TrimSuffix(interval, ")")+"; [[claim:", 1)
	}
	form = strings.Replace(form, "{said}", strings.TrimSuffix(r.Added, "."), 1)
	return strings.Replace(form, ") "+link, "; [[claim:", 1)
}

// sized adds the number of cases to a number with an interval.
func (r Result) sized(number string) string {
	if head, found := strings.CutSuffix(number, ")"); found && r.Cases != "" {
		return head + ", " + r.Cases + ")"
	}
	return number
}

// scaled writes the line a + b·x of the estimate x with a unit, or "not known" without an estimate.
func (r Result) scaled(b, a float64, unit string) string {
	if r.Estimate == nil {
		return "not known"
	}
	e := *r.Estimate
	low, high := a+b*e.BCa.Low, a+b*e.BCa.High
	e.BCa.Low, e.BCa.High = min(low, high), max(low, high)
	text := e.BCa.Number(a+b*e.Value) + unit
	if e.BCa.Known() {
		text += fmt.Sprintf(" (%s%s)", e.BCa.Phrase(), unit)
	}
	return r.sized(text)
}

// Answer holds what the trials show about a claim's question, before the rules of this package turn
// it into a verdict. Only functions of this package create answers. The zero Answer stands for a
// sample that was not run.
type Answer struct {
	kind      kind
	question  string    // text of the question, which the digest covers
	of, ran   int       // census: cases on the list, and cases that ran
	missing   []string  // census: cases that did not run, if they have names
	against   []string  // census: cases that contradict the statement
	n         int       // sample: cases
	noun      string    // what to call a case
	p         float64   // sample: p-value of the two-sided test
	favours   bool      // sample: the estimate is on the statement's side
	short     string    // sample: why it cannot decide the claim; "" if it can
	apart     string    // sample: why there are no cases although trials ran
	err       error     // why the question is invalid, such as a metric that no trial has
	measured  *measured // sample: the estimate; nil if there is none
	described func(whole bool) string
	said      string
}

type kind uint8

const (
	nothing kind = iota
	census
	sample
)

// asked reports whether the answer comes from at least one trial.
func (a Answer) asked() bool { return a.kind == sample && a.n > 0 || a.kind == census && a.ran > 0 }

// Saying returns a copy of the answer with sentences added before its evidence.
func (a Answer) Saying(format string, args ...any) Answer {
	a.said = fmt.Sprintf(format, args...)
	return a
}

// Result is a claim with its verdict and the evidence for it.
type Result struct {
	Claim
	Verdict  Verdict
	Evidence string          // sentences with the numbers, their intervals and the tests
	Estimate *stats.Estimate // tested number; nil for a census, or if only a bound is known
	Number   string          // tested number or its bound, with its interval: "0.9 (95 % interval 0.8 to 1.0)"
	Cases    string          // number of cases from which Number was computed: "300 rings"
	Added    string          // sentences added with [Answer.Saying]
	P        float64         // p-value of the test; NaN for a census, or if nothing was tested
	Adjusted float64         // P after Holm's correction over all claims of the family
}

// Family is a list of claims that are tested together, with a common correction for multiple
// testing.
type Family struct {
	claims []Claim
	record *Record
}

// NewFamily returns a family of the given claims. It panics if two of them have the same ID.
func NewFamily(claims ...Claim) *Family {
	seen := map[string]bool{}
	for _, c := range claims {
		if seen[c.ID] {
			panic(fmt.Sprintf("claim: two claims of one family have the ID %q", c.ID))
		}
		seen[c.ID] = true
	}
	return &Family{claims: claims}
}

// Claims returns the claims in the order of their declaration. The caller must not change the
// result.
func (fam *Family) Claims() []Claim { return fam.claims }

// Claim returns the claim with the given ID. It panics if the family has no such claim.
func (fam *Family) Claim(id string) Claim { return fam.claims[fam.index(id)] }

func (fam *Family) index(id string) int {
	i := slices.IndexFunc(fam.claims, func(c Claim) bool { return c.ID == id })
	if i < 0 {
		panic(fmt.Sprintf("claim: no claim of the family has the ID %q", id))
	}
	return i
}

// Decide returns the claim with the given ID, its verdict and the evidence. It computes the answers
// to all claims of the family once per frame, because the correction for multiple testing needs
// them. It panics if the family has no such claim.
func (fam *Family) Decide(f frame.Frame, id string) (Result, error) {
	i := fam.index(id)
	asked, err := fam.ask(f)
	if err != nil {
		return Result{}, err
	}
	return asked.decide(fam.claims[i], i), nil
}

// answers holds the answers to the claims of a family, with corrected p-values.
type answers struct {
	answers  []Answer
	open     []string  // why a claim stays undecided; "" if it may be decided
	adjusted []float64 // corrected p-values; NaN for claims outside the correction
	samples  []int     // number of claims in each claim's correction
	level    []float64 // bound on the chance of a false verdict
	err      error
}

func (fam *Family) ask(f frame.Frame) (answers, error) {
	asked := frame.Memo(f, fam, func() answers {
		n := len(fam.claims)
		a := answers{adjusted: slices.Repeat([]float64{math.NaN()}, n), samples: make([]int, n), level: make([]float64, n)}
		for _, c := range fam.claims {
			answer, open, err := fam.answer(c, f)
			if err = cmp.Or(err, answer.err); err != nil {
				return answers{err: fmt.Errorf("claim %q: %w", c.ID, err)}
			}
			a.answers, a.open = append(a.answers, answer), append(a.open, open)
		}
		counts, times := fam.levels()
		fam.correct(&a, false, counts)
		fam.correct(&a, true, times)
		return a
	})
	return asked, asked.err
}

// answer computes the answer to a claim from the trials that the claim selects. For a claim about a
// sample, it uses only instances that had not been seen when the claim was declared. The result
// open says why the answer cannot decide the claim; it is "" if it can.
func (fam *Family) answer(c Claim, f frame.Frame) (a Answer, open string, err error) {
	if what, name := c.Of.Unknown(f, fam.known); name != "" {
		return a, "", fmt.Errorf("no trial has the %s %q that the claim is about, and no part of the study runs it (check its name)", what, name)
	}
	rows := f.Where(c.Of.Pass)
	if a, err = c.Ask(rows); err != nil || c.Exploratory || !fam.Preregistered() || a.kind == census {
		return a, map[bool]string{true: chosenLate}[c.Exploratory], err
	}
	unseen, open, err := fam.record.unseen(c, fam.Question(c.ID), rows)
	if err == nil && open == "" && unseen.Len() < rows.Len() {
		a, err = c.Ask(unseen)
	}
	return a, open, err
}

// Reasons why a claim is described but not decided.
const (
	chosenLate = "The question was chosen after looking at these data, so they do not decide it."
	seenBefore = "More than a tenth of these instances had been seen when the question was declared, so they only describe the answer and do not decide it."
	notBefore  = "The question was not declared before these data were seen, so they do not decide it."
)

// Bounds on the probability of one or more false verdicts in a family. Claims about times get a
// separate share, fixed in advance, so that verdicts on counts do not depend on a clock.
const (
	level       = 0.05 // for a family with only one kind of claim
	levelCounts = 0.04 // for claims about counts, if there are also claims about times
	levelTimes  = 0.01
)

func (fam *Family) levels() (counts, times float64) {
	timing := 0
	for _, c := range fam.claims {
		if c.Timing {
			timing++
		}
	}
	if timing > 0 && timing < len(fam.claims) {
		return levelCounts, levelTimes
	}
	return level, level
}

// correct adjusts the p-values of the claims that depend on times if timing is set, and of all
// other claims otherwise.
func (fam *Family) correct(a *answers, timing bool, level float64) {
	var p []float64
	var of []int // the claims that the p-values in p belong to
	for i, answer := range a.answers {
		if answer.kind == census || a.open[i] != "" || fam.claims[i].Timing != timing {
			continue
		}
		if p, of = append(p, 1), append(of, i); answer.asked() && answer.short == "" {
			p[len(p)-1] = answer.p
		}
	}
	for k, adjusted := range stats.Holm(p) {
		a.adjusted[of[k]], a.samples[of[k]], a.level[of[k]] = adjusted, len(p), level
	}
}

// verdict decides claim i by the rules in the package documentation.
func (asked answers) verdict(i int) Verdict {
	a := asked.answers[i]
	switch {
	case !a.asked(), asked.open[i] != "", a.short != "":
	case a.kind == census && len(a.against) > 0:
		return Fails
	case a.kind == census && a.ran == a.of:
		return Holds
	case a.kind == sample && asked.adjusted[i] <= asked.level[i] && a.favours:
		return Holds
	case a.kind == sample && asked.adjusted[i] <= asked.level[i]:
		return Fails
	}
	return Undecided
}

// decide returns the verdict on claim i with its evidence.
func (asked answers) decide(c Claim, i int) Result {
	a := asked.answers[i]
	r := Result{Claim: c, Verdict: asked.verdict(i), Added: a.said, P: math.NaN(), Adjusted: math.NaN()}
	if !a.asked() {
		r.Evidence = cmp.Or(a.apart, NotRun)
		return r
	}
	words, whole := []string{a.said}, a.kind == census
	if a.described != nil {
		words = append(words, a.described(whole))
	}
	if a.measured != nil && a.ran == a.of {
		r.Number, r.Cases = a.measured.number(whole), numerals.Plural(a.n, a.noun, numerals.Narrow)
		if !whole {
			r.Estimate = a.measured.exact()
		}
	}
	if whole {
		words = append(words, a.counted())
	} else {
		words = append(words, cmp.Or(asked.open[i], a.short))
	}
	if a.kind == sample && a.short == "" && asked.open[i] == "" {
		if r.P, r.Adjusted = a.p, asked.adjusted[i]; asked.samples[i] > 1 {
			words = append(words, fmt.Sprintf("After Holm's correction for %s claims, %s.", numerals.Count(asked.samples[i]), numerals.P(r.Adjusted)))
		}
	}
	if a.kind == sample && c.Population != "" {
		words = append(words, fmt.Sprintf("The population consists of %s.", c.Population))
	}
	r.Evidence = strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
	return r
}

// NotRun is the text of the evidence for a claim whose trials were not run.
const NotRun = "This was not run at this scale or with these parameters."
