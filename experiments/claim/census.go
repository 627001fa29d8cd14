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

// Every checks the claim that all cases on a finite list have some property. For each case that
// ran, the map found says whether the case has the property. The claim fails if a single case does
// not have it. Otherwise, the claim is undecided until found contains every case on the list. Every
// ignores cases that are not on the list. The noun is the word that the evidence uses for a case.
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

// Whole turns an answer about a sample into an answer about a complete list of cases. The second
// argument is the number of cases on the list. Once all cases have run, the claim is true or false
// for the list, without a test. Until then, the claim is undecided.
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
		a.ran-- // stopped runs leave its side unknown
	case !within:
		a.against = []string{""}
	}
	return a
}

// counted describes how many cases of a census ran, and which of them contradict the claim.
func (a Answer) counted() string {
	named := func(names []string) string {
		if len(names) > maxDescribed {
			return fmt.Sprintf("%s and %d more", strings.Join(names[:maxDescribed], ", "), len(names)-maxDescribed)
		}
		return numerals.Enumerate(names)
	}
	switch {
	case len(a.against) > 0 && a.against[0] != "":
		return fmt.Sprintf("The claim is false for %s of %s: %s.", numerals.Count(len(a.against)), numerals.Plural(a.ran, a.noun, numerals.Narrow), named(a.against))
	case a.ran == a.of && a.of > 1 && a.described == nil:
		return strings.Replace(fmt.Sprintf("The claim is true for all %s.", numerals.Plural(a.of, a.noun, numerals.Narrow)), "all 2 ", "both ", 1)
	case a.ran == a.of:
		return ""
	case len(a.missing) > 0 && len(a.missing) <= maxDescribed:
		return fmt.Sprintf("Only %s of %s have been run. These are missing: %s.", numerals.Count(a.ran), numerals.Plural(a.of, a.noun, numerals.Narrow), named(a.missing))
	}
	return fmt.Sprintf("Only %s of %s have been run.", numerals.Count(a.ran), numerals.Plural(a.of, a.noun, numerals.Narrow))
}

// Totals checks the claim that the total of a metric is smaller for strategy b than for strategy a.
// The claim is undecided until both strategies have run on the number of instances given by the
// last argument. A total with a stopped run is only a lower bound. The noun is the word that the
// evidence uses for an instance.
func Totals(f frame.Frame, m trial.Metric, a, b, noun string, of int) Answer {
	pairs, left := f.Pair(m, a, b)
	var x, y frame.Bounded
	for _, p := range pairs {
		x, y = frame.Bounded{Value: x.Value + p.A.Value, Lower: x.Lower || p.A.Lower}, frame.Bounded{Value: y.Value + p.B.Value, Lower: y.Lower || p.B.Lower}
	}
	answer := Answer{kind: census, noun: noun, of: of, ran: len(pairs), question: fmt.Sprintf("total of %s over %d instances, %s below %s", m.Name, of, b, a)}
	answer.described = func(bool) string {
		return fmt.Sprintf("In total over %s, %s has %s %s, and %s has %s.", numerals.Plural(len(pairs), noun, numerals.Narrow), b, bounded(y), m.Name, a, bounded(x))
	}
	less := !y.Lower && y.Value < x.Value
	if more := !x.Lower && x.Value <= y.Value; more && len(pairs) == of {
		answer.against = []string{""}
	} else if !less || left.Failed > 0 {
		answer.ran = min(answer.ran, of-1) // the known values do not decide the claim
	}
	return answer
}

// Agrees reports whether x agrees with a printed number, such as "32.68" or "304.8", after rounding
// to the same number of decimals. It returns false if printed is not a number.
func Agrees(printed string, x float64) bool {
	figure, err := strconv.ParseFloat(strings.ReplaceAll(printed, ",", ""), 64)
	if err != nil {
		return false
	}
	_, decimals, _ := strings.Cut(printed, ".")
	unit := math.Pow10(-len(decimals))
	return math.Round(x/unit) == math.Round(figure/unit)
}

// All tests the claim that several partial claims about samples are all true. The claim holds if
// each part holds; this intersection–union test needs no correction. The claim fails if any part
// fails after Bonferroni's correction for the number of parts. With many parts, the evidence
// describes only the part that decides the claim.
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
		// If all parts favor the claim, the least certain one decides; otherwise the most certain
		// one against it does.
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

// describe describes the parts of an answer, or only the deciding one if there are more than
// [maxDescribed].
func describe(parts []Answer, decides Answer, whole bool) string {
	var words []string
	if len(parts) > maxDescribed {
		which := "one with the strongest evidence against the claim"
		if decides.favours {
			which = "least certain one"
		}
		words, parts = append(words, fmt.Sprintf("Of %s estimates, only the %s is shown.", numerals.Count(len(parts)), which)), []Answer{decides}
	}
	for _, p := range parts {
		if p.said != "" {
			words = append(words, p.said)
		}
		words = append(words, p.described(whole))
	}
	return strings.Join(words, " ")
}

// nearer reports whether an answer about a sample is less certain than another. It compares
// p-values or, if they are equal, how near each number is to the tested value.
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

// maxDescribed is the largest number of parts for which the evidence describes every part.
const maxDescribed = 4
