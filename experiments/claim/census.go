package claim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// Every is the answer to a claim about all of a finite list of cases, of which
// some ran and some of those contradict it. Also if none ran it is that of a
// census, which takes no place among the samples of a family.
func Every(noun string, of, ran, against int) Answer {
	return Answer{kind: census, noun: noun, of: of, ran: ran, against: against}
}

// Totals is the answer to the claim that strategy b has less of a metric in total
// than a, on so many instances that the claim is about. A total with a stopped run
// is a lower bound.
func Totals(f frame.Frame, m experiments.Metric, a, b, noun string, of int) Answer {
	pairs, left := f.Pair(m, a, b)
	var x, y frame.Bounded
	for _, p := range pairs {
		x, y = frame.Bounded{Value: x.Value + p.A.Value, Lower: x.Lower || p.A.Lower}, frame.Bounded{Value: y.Value + p.B.Value, Lower: y.Lower || p.B.Lower}
	}
	answer := Every(noun, of, len(pairs), 0)
	answer.described = func() string {
		return fmt.Sprintf("In total %s has %s and %s has %s of %s on %s.", b, bounded(y), a, bounded(x), m.Name, digits.Plural(len(pairs), noun, digits.Narrow))
	}
	less := !y.Lower && y.Value < x.Value
	if more := !x.Lower && x.Value <= y.Value; more && len(pairs) == of {
		answer.against = 1
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
	if len(parts) == 0 || slices.ContainsFunc(parts, func(p Answer) bool { return p.kind != sample }) {
		return Answer{}
	}
	all, decides := Answer{kind: sample}, parts[0]
	for _, p := range parts {
		all.short = cmp.Or(p.short, all.short)
		// The least certain part decides for the claim, the most certain one against it.
		if p.favours == decides.favours && p.favours == (p.p > decides.p) || decides.favours && !p.favours {
			decides = p
		}
	}
	all.p, all.favours = decides.p, decides.favours
	if !all.favours {
		all.p = min(1, all.p*float64(len(parts)))
	}
	all.described = func() string {
		var words []string
		shown := parts
		if len(parts) > maxDescribed {
			words, shown = append(words, fmt.Sprintf("Of %s estimates this one decides.", digits.Count(len(parts)))), []Answer{decides}
		}
		for _, p := range shown {
			if p.said != "" {
				words = append(words, p.said)
			}
			words = append(words, p.described())
		}
		return strings.Join(words, " ")
	}
	return all
}

func bounded(b frame.Bounded) string {
	if b.Lower {
		return "at least " + digits.Number(b.Value)
	}
	return digits.Number(b.Value)
}

// maxDescribed is the number of parts up to which all are described.
const maxDescribed = 4
