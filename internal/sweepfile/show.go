package sweepfile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// measure is a metric for comparing strategies.
type measure struct {
	trial.Metric
	id string
	// Phrases that come before the name of the other strategy: for needing less, for a ratio, for
	// needing no less.
	less, ratio, noLess string
}

var (
	nodes = measure{trial.Expanded, "nodes", "expands fewer nodes than", "expands {estimate} times the nodes of", "expands no fewer nodes than"}
	costs = measure{trial.Cost, "cost", "finds cheaper solutions than", "finds solutions of {estimate} times the cost of those of", "finds no cheaper solutions than"}
	times = measure{trial.Seconds, "time", "takes less CPU time than", "takes {estimate} times the CPU time of", "takes no less CPU time than"}
)

// measures returns the metrics for comparing the strategies of the file.
func (s *sweep) measures() []measure {
	list := []measure{nodes}
	if slices.Contains(s.optimal, false) {
		list = append(list, costs)
	}
	if s.Mode == mode(trial.Timed) {
		list = append(list, times)
	}
	return list
}

// claimed returns the strategies that are claimed to need less than the first. Of two strategies
// that guarantee optimal solutions, neither can find cheaper ones.
func (s *sweep) claimed(m measure) (list []int) {
	for k := 1; k < len(s.Strategies); k++ {
		if m.id != costs.id || !s.optimal[0] || !s.optimal[k] {
			list = append(list, k)
		}
	}
	return list
}

// show adds the content of the report to the definition: a description, and for each set a table of
// its trials and, for each measure, curves and comparisons of every strategy with the first.
func (s *sweep) show(d *study.Definition) {
	d.Items = append(d.Items,
		study.Block("what", func(frame.Frame) (reports.Text, error) {
			return reports.Text{Markdown: "## What was run\n\nThe file that describes the sweep:"}, nil
		}),
		study.Block("description", func(frame.Frame) (reports.Code, error) {
			return reports.Code{Output: strings.Join(s.text.lines, "\n")}, nil
		}),
	)
	var claims []claim.Claim
	for i := range s.pools {
		p := &s.pools[i]
		if len(s.pools) > 1 {
			p.suffix, p.title = fmt.Sprintf("-%d", i+1), ", "+p.name
		}
		for _, m := range s.measures() {
			for _, k := range s.claimed(m) {
				claims = append(claims, p.claim(p.claimID(m, k), m, s.Strategies[0], s.Strategies[k], s.givesUp()))
			}
		}
	}
	d.Claims = claim.NewFamily(claims...)
	for _, c := range claims {
		if len(d.Headlines) < mostHeadlines && !c.Timing {
			d.Headlines = append(d.Headlines, c.ID)
		}
	}
	for i := range s.pools {
		d.Items = append(d.Items, s.items(&s.pools[i], d.Claims)...)
	}
	d.Key = s.pools[0].key()
}

// mostHeadlines is the maximum number of claims in the lead, one sentence each.
const mostHeadlines = 3

// key is the ID of the most telling figure of a set.
func (p *pool) key() string {
	if several, _ := p.sizes(); several {
		return "growth-" + nodes.id + p.suffix
	}
	return "answered-" + nodes.id + p.suffix
}

// items returns the tables and figures of a set.
func (s *sweep) items(p *pool, claims *claim.Family) (items []study.Item) {
	heading := "Results"
	if p.title != "" {
		heading += " on " + escaped.Replace(p.name)
	}
	items = append(items, study.Block("heading"+p.suffix, func(frame.Frame) (reports.Text, error) {
		return reports.Text{Markdown: "## " + heading}, nil
	}))
	drawing := study.Figures(plots.Scheme(s.Strategies).On)
	figure := func(id string, m measure, draw func(frame.Frame, trial.Metric, ...string) (plots.Figure, error)) {
		items = append(items, drawing(id, func(trials frame.Frame) (plots.Figure, error) {
			rows := p.of(trials)
			f, err := draw(rows, m.Metric, s.among(rows)...)
			f.ID, f.Title = id, f.Title+p.title
			return f, err
		}))
	}
	table := func(id string, fill func(frame.Frame) reports.Table) {
		items = append(items, study.Block(id, func(trials frame.Frame) (reports.Table, error) {
			t := fill(p.of(trials))
			t.ID, t.Title = id, t.Title+p.title
			return t, nil
		}))
	}
	several, _ := p.sizes()
	for i, m := range s.measures() {
		if several {
			figure("growth-"+m.id+p.suffix, m, plots.GrowthOf)
		}
		if m.id != costs.id {
			figure("answered-"+m.id+p.suffix, m, plots.CactusOf)
		}
		if i == 0 || m.Timing {
			table("trials-"+m.id+p.suffix, func(rows frame.Frame) reports.Table {
				metrics := []trial.Metric{m.Metric}
				if !m.Timing {
					metrics = append(metrics, trial.Cost)
				}
				return column.TrialTable(rows, metrics...)
			})
		}
		if len(s.Strategies) == 1 {
			continue
		}
		table(p.pairs(m), func(rows frame.Frame) reports.Table {
			t := column.ComparisonTable(s.comparisons(rows, m.Metric)...)
			t.Title, t.Timing = "Each strategy against "+s.Strategies[0]+": "+m.Name, m.Timing
			return t
		})
		for _, k := range s.claimed(m) {
			items = append(items, study.Claim(claims, p.claimID(m, k)))
		}
	}
	return items
}

// pairs is the ID of the table that compares all strategies with the first.
func (p *pool) pairs(m measure) string { return "pairs-" + m.id + p.suffix }

// claimID is the ID of the claim that compares a strategy with the first.
func (p *pool) claimID(m measure, strategy int) string {
	return fmt.Sprintf("less-%s-%d%s", m.id, strategy, p.suffix)
}

// of returns the trials of the pool, without control arms.
func (p *pool) of(trials frame.Frame) frame.Frame {
	return trials.Where(frame.NoControl, func(t *trial.Trial) bool { return slices.Contains(p.lots, lot{t.Set, t.Size}) })
}

// givesUp reports whether the file has a limit that ends a search before its answer.
func (s *sweep) givesUp() bool {
	has := func(g general) bool { return g.Nodes > 0 || g.Memory > 0 }
	return has(s.Limits.general) || slices.ContainsFunc(s.Limits.Except, func(e except) bool { return has(e.general) })
}

// sizes reports whether there are several sizes, and returns the lot with the largest.
func (p *pool) sizes() (several bool, largest lot) {
	for _, l := range p.lots {
		several = several || l.size != p.lots[0].size
		if l.size >= largest.size {
			largest = l
		}
	}
	return several, largest
}

// among returns the strategies that have rows, in the order of the file.
func (s *sweep) among(rows frame.Frame) []string {
	return slices.DeleteFunc(slices.Clone(s.Strategies), func(name string) bool { return !rows.Has(name) })
}

// comparisons compares each strategy with the first, size by size.
func (s *sweep) comparisons(rows frame.Frame, m trial.Metric) (all []analysis.Comparison) {
	for _, other := range s.Strategies[1:] {
		if some, err := analysis.CompareSizes(rows, m, s.Strategies[0], other); err == nil { // fails if they share no instance
			all = append(all, some...)
		}
	}
	return all
}

// claim returns the claim that one strategy needs less than the first. For drawn instances the
// claim is about the largest size: about the mean, or about most instances if there are few. For
// other instances it is about the sum over all of them.
func (p *pool) claim(id string, m measure, first, other string, givesUp bool) claim.Claim {
	c := claim.Claim{ID: id, Timing: m.Timing}
	see := fmt.Sprintf("([[claim:%s]])", id)
	said := func(what, how, where string) string {
		return fmt.Sprintf("%s %s %s %s %s", what, how, first, where, see)
	}
	if !p.drawn {
		where := fmt.Sprintf("in total over the %s of %s", numerals.Plural(p.n, "instance", numerals.Narrow), p.name)
		c.Statement = fmt.Sprintf("%s, %s %s %s.", study.Capitalised(where), other, m.less, first)
		c.Said = claim.Forms{Holds: said(other, m.less, where), Fails: said(other, m.noLess, where)}
		c.Ask = func(trials frame.Frame) (claim.Answer, error) {
			return claim.Totals(p.of(trials), m.Metric, first, other, "instance", p.n), nil
		}
		return c
	}
	c.Population = "instances of " + p.name
	several, largest := p.sizes()
	if several {
		c.Population += fmt.Sprintf(", size %d", largest.size)
	}
	where, ratio := "on average over "+c.Population, claim.Ratio
	if givesUp && !m.Timing && !m.AnsweredOnly {
		where, ratio = where+", if searches are given up at the limit", claim.Restricted
	}
	answer := func(f frame.Frame) claim.Answer { return claim.Below(ratio(f, m.Metric, first, other, "instance"), 1) }
	c.Said = claim.Forms{Holds: said(other, m.ratio, where), Fails: said(other, m.ratio, where)}
	if p.each < claim.MinMean && !m.Timing {
		where = "on most " + c.Population
		c.Said = claim.Forms{Holds: said(other, m.less, where), Fails: said(other, m.noLess, where)}
		answer = func(f frame.Frame) claim.Answer {
			return claim.Above(claim.Most(f, m.Metric, first, other, "instance", 1), 0.5)
		}
	}
	c.Statement = fmt.Sprintf("%s %s %s %s.", other, m.less, first, where)
	c.Said.Undecided = fmt.Sprintf("It is open whether %s %s %s %s %s", other, m.less, first, where, see)
	c.Ask = func(trials frame.Frame) (claim.Answer, error) {
		rows := p.of(trials).Where(frame.Set.Is(largest.set), frame.Size.Is(largest.size))
		if !rows.Has(first, other) {
			return claim.Answer{}, nil
		}
		return answer(rows), nil
	}
	return c
}

// escaped turns plain text into Markdown.
var escaped = strings.NewReplacer("*", `\*`, "_", `\_`, "`", "\\`", `\`, `\\`, "<", `\<`, "[", `\[`, "$", `\$`)
