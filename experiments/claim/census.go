package claim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Every is the answer to a claim about all of a finite list of named cases: found says which
// ran, and whether they agree. A case of the list that is not in found leaves the
// claim open unless another contradicts it; what is not on the list does not count.
func Every(noun string, list []string, found map[string]bool) Answer {
	a := Answer{kind: census, noun: noun, of: len(list), question: fmt.Sprintf("every %s of %q", noun, list)}
	for _, name := range list {
		switch agrees, ran := found[name]; {
		case !ran:
			a.missing = append(a.missing, name)
		case !agrees:
			a.against = append(a.against, name)
		}
	}
	a.ran = len(list) - len(a.missing)
	return a
}

// Whole turns the answer about a sample into one about a whole list of that many cases: what
// is found of all of them is true of the list, without a test, and what is found of some of
// them decides nothing.
func Whole(a Answer, of int) Answer {
	a.question = fmt.Sprintf("whole list of %d: %s", of, a.question)
	if a.kind != sample || a.err != nil {
		return a
	}
	a.kind, a.of, a.ran, a.short = census, of, min(a.n, of), ""
	if a.ran < of {
		return a
	}
	switch within, known := a.measured.within(); {
	case !known:
		a.ran-- // which side it is on is open
	case !within:
		a.against = []string{""}
	}
	return a
}

// counted says how much of the list of a census ran, and what contradicts it.
func (a Answer) counted() string {
	named := func(names []string) string {
		if len(names) > maxDescribed {
			return fmt.Sprintf("%s and %d more", strings.Join(names[:maxDescribed], ", "), len(names)-maxDescribed)
		}
		return numerals.Enumerate(names)
	}
	switch {
	case len(a.against) > 0 && a.against[0] != "":
		return fmt.Sprintf("Counterexamples, %s of %s: %s.", numerals.Count(len(a.against)), numerals.Plural(a.ran, a.noun, numerals.Narrow), named(a.against))
	case a.ran == a.of && a.of > 1 && a.described == nil:
		return fmt.Sprintf("True for all %s.", numerals.Plural(a.of, a.noun, numerals.Narrow))
	case a.ran == a.of:
		return ""
	case len(a.missing) > 0 && len(a.missing) <= maxDescribed:
		return fmt.Sprintf("%s of %s have been run; missing: %s.", numerals.Count(a.ran), numerals.Plural(a.of, a.noun, numerals.Narrow), named(a.missing))
	}
	return fmt.Sprintf("%s of %s have been run.", numerals.Count(a.ran), numerals.Plural(a.of, a.noun, numerals.Narrow))
}

// Totals is the answer to the claim that strategy b has less of a metric in total
// than a, on so many instances that the claim is about. A total with a stopped run
// is a lower bound.
func Totals(f frame.Frame, m trial.Metric, a, b, noun string, of int) Answer {
	pairs, left := f.Pair(m, a, b)
	var x, y frame.Bounded
	for _, p := range pairs {
		x, y = frame.Bounded{Value: x.Value + p.A.Value, Lower: x.Lower || p.A.Lower}, frame.Bounded{Value: y.Value + p.B.Value, Lower: y.Lower || p.B.Lower}
	}
	answer := Answer{kind: census, noun: noun, of: of, ran: len(pairs), question: fmt.Sprintf("total of %s over %d instances, %s below %s", m.Name, of, b, a)}
	answer.described = func(bool) string {
		return fmt.Sprintf("In total %s has %s and %s has %s of %s on %s.", b, bounded(y), a, bounded(x), m.Name, numerals.Plural(len(pairs), noun, numerals.Narrow))
	}
	less := !y.Lower && y.Value < x.Value
	if more := !x.Lower && x.Value <= y.Value; more && len(pairs) == of {
		answer.against = []string{""}
	} else if !less || left.Failed > 0 {
		answer.ran = min(answer.ran, of-1) // what is known does not decide
	}
	return answer
}

// Agrees reports whether x rounds to a figure as printed, to its last digit, such
// as "32.68" or "304.8". Figures that are no numbers agree with nothing.
func Agrees(printed string, x float64) bool {
	figure, err := strconv.ParseFloat(strings.ReplaceAll(printed, ",", ""), 64)
	if err != nil {
		return false
	}
	_, decimals, _ := strings.Cut(printed, ".")
	unit := math.Pow10(-len(decimals))
	return math.Round(x/unit) == math.Round(figure/unit)
}

// All is the answer to the claim that all parts, each about a sample, are true. It
// is decided for the claim if each part is (an intersection of tests keeps their
// level), and against it if one is, by Bonferroni's correction over the parts. Of
// more than [maxDescribed] parts the evidence describes the one that decides.
func All(parts ...Answer) Answer {
	all := Answer{kind: sample}
	for _, p := range parts {
		all.question += p.question + "; "
		all.err = cmp.Or(all.err, p.err)
	}
	all.question = "all of: " + all.question
	if len(parts) == 0 || slices.ContainsFunc(parts, func(p Answer) bool { return p.kind != sample || p.n == 0 }) {
		return all
	}
	decides := parts[0]
	for _, p := range parts {
		all.n, all.noun, all.short = max(all.n, p.n), p.noun, cmp.Or(p.short, all.short)
		// The least certain part decides for the claim, the most certain one against it.
		if p.favours == decides.favours && p.favours == p.nearer(decides) || decides.favours && !p.favours {
			decides = p
		}
	}
	all.p, all.favours = decides.p, decides.favours
	if !all.favours {
		all.p = min(1, all.p*float64(len(parts)))
	}
	all.described = func(whole bool) string { return describe(parts, decides, whole) }
	return all
}

// describe describes parts of an answer: of more than [maxDescribed] the one that decides.
func describe(parts []Answer, decides Answer, whole bool) string {
	var words []string
	if len(parts) > maxDescribed {
		which := "the strongest against the claim"
		if decides.favours {
			which = "the least certain"
		}
		words, parts = append(words, fmt.Sprintf("Of %s estimates %s is shown.", numerals.Count(len(parts)), which)), []Answer{decides}
	}
	for _, p := range parts {
		if p.said != "" {
			words = append(words, p.said)
		}
		words = append(words, p.described(whole))
	}
	return strings.Join(words, " ")
}

// nearer reports whether an answer about a sample is less certain than another one: by the
// p-value or, where those are the same, by how near the number is to what it is tested against.
func (a Answer) nearer(b Answer) bool {
	if a.p == b.p && a.measured != nil && b.measured != nil {
		return a.measured.margin() < b.measured.margin()
	}
	return a.p > b.p
}

func bounded(b frame.Bounded) string {
	if b.Lower {
		return "at least " + numerals.Number(b.Value)
	}
	return numerals.Number(b.Value)
}

// maxDescribed is the number of parts up to which all are described.
const maxDescribed = 4
