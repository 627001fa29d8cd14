package plots

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// records are what a figure shows, as a table: the heads, then a row for each point.
type records [][]string

// heads begins records. Labels of axes are rich text, or empty.
func heads(names ...string) records {
	for i, name := range names {
		names[i] = unmarked(name)
	}
	return records{names}
}

// add appends a row: texts, fractions with ten significant digits, yes and no as true and
// false.
func (r *records) add(values ...any) {
	row := make([]string, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case float64:
			row[i] = strings.TrimPrefix(strconv.FormatFloat(numerals.Portable(v), 'g', -1, 64), "+") // of +Inf
		default:
			row[i] = fmt.Sprint(v)
		}
	}
	*r = append(*r, row)
}

// beside returns the records with those of a panel behind them, whose name their rows
// begin with. Panels have the same heads.
func (r records) beside(panel string, data records) records {
	for i, row := range data {
		switch {
		case i > 0:
			r = append(r, append([]string{panel}, row...))
		case r == nil:
			r = records{append([]string{"panel"}, row...)}
		}
	}
	return r
}

// CSV returns what the figure shows as a table (RFC 4180, with \n line ends), with
// ten digits of each value and all of a whole number; nil for a figure without data. A
// text that a spreadsheet would take for a formula gets an apostrophe.
func (f Figure) CSV() ([]byte, error) {
	if len(f.data) == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, row := range f.data {
		_ = w.Write(defuse.Record(row)) // Error returns what goes wrong
	}
	if w.Flush(); w.Error() != nil {
		return nil, fmt.Errorf("plots: figure %q: write CSV: %w", f.ID, w.Error())
	}
	return out.Bytes(), nil
}

// ends are those of an interval, empty if there is none.
func ends(has bool, low, high float64) (any, any) {
	if !has {
		return "", ""
	}
	return low, high
}

func (opt CurveOptions) data(curves []Curve) records {
	r := heads("curve", cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y"), "low", "high", "lower bound")
	for _, cv := range curves {
		for _, p := range cv.Points {
			low, high := ends(p.spread(), p.Low, p.High)
			r.add(cv.Name, p.X, p.Y, low, high, p.Censored)
		}
	}
	return r
}

func (opt ScatterOptions) data(pairs []Pair) records {
	r := records{{"label", opt.X, opt.X + " lower bound", opt.Y, opt.Y + " lower bound"}}
	for _, p := range pairs {
		r.add(p.Label, p.X, p.XCapped, p.Y, p.YCapped)
	}
	return r
}

func (opt ECDFOptions) data(curves []Distribution) records {
	r := heads("curve", cmp.Or(opt.XLabel, "x"), "instances answered", "of instances")
	for _, d := range curves {
		if len(d.Answered) == 0 {
			r.add(d.Name, "", 0, d.total())
		}
		for i, v := range d.Answered {
			if i+1 == len(d.Answered) || d.Answered[i+1] != v {
				r.add(d.Name, v, i+1, d.total())
			}
		}
	}
	return r
}

func (opt BoxOptions) data(rows []BoxRow) records {
	r := heads("row", cmp.Or(opt.XLabel, "value"), "lower bound")
	for _, row := range rows {
		for _, v := range row.Values {
			r.add(row.Name, v, false)
		}
		for _, v := range row.Capped {
			r.add(row.Name, v, true)
		}
	}
	return r
}

func (opt ForestOptions) data(rows []Interval) records {
	r := heads("row", cmp.Or(opt.XLabel, "value"), "low", "high", "instances")
	for _, row := range rows {
		low, high := ends(row.known(), row.Low, row.High)
		var n any = ""
		if row.N > 0 {
			n = row.N
		}
		r.add(row.Name, row.Value, low, high, n)
	}
	return r
}

func (opt DotsOptions) data(rows []Dot) records {
	r := heads("row", "what", cmp.Or(opt.XLabel, "value"), "low", "high")
	for _, row := range rows {
		low, high := ends(row.known(), row.Low, row.High)
		r.add(row.Name, "value", row.Value, low, high)
		for _, v := range row.Each {
			r.add(row.Name, "single", v, "", "")
		}
	}
	for _, ref := range opt.References {
		r.add(unmarked(ref.Label), "reference", ref.At, "", "")
	}
	return r
}

func (opt HistogramOptions) data(series []histogram) records {
	r := heads("series", cmp.Or(opt.XLabel, "number"), cmp.Or(opt.YLabel, "count"))
	for _, h := range series {
		for i, v := range h.values {
			r.add(h.name, h.first+i, v)
		}
	}
	return r
}

func (opt HeatmapOptions) data(cells []Cell) records {
	r := heads(opt.XLabel, opt.YLabel, cmp.Or(opt.Quantity, "count"))
	for _, c := range cells {
		r.add(c.X, c.Y, c.Count)
	}
	return r
}

func (m *matrix) data(quantity string) records {
	r := heads("row", "column", cmp.Or(quantity, "value"))
	m.each(func(i, j int, v float64) { r.add(m.names[i], m.names[j], v) })
	return r
}

func (opt ParetoOptions) data(families []Family) records {
	x, y := cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y")
	r := heads("family", "label", x, x+" low", x+" high", y, y+" low", y+" high")
	for _, fam := range families {
		for _, t := range fam.Points {
			left, right := ends(t.wide(), t.XLow, t.XHigh)
			low, high := ends(t.tall(), t.YLow, t.YHigh)
			r.add(fam.Name, t.Label, t.X, left, right, t.Y, low, high)
		}
	}
	return r
}

func (opt AnytimeOptions) data(traces []Trace) records {
	r := heads("trace", "run", cmp.Or(opt.XLabel, "effort"), cmp.Or(opt.YLabel, "cost"))
	for _, t := range traces {
		for i, run := range t.Runs {
			for _, s := range run.Steps {
				r.add(t.Name, i+1, s.X, s.Cost)
			}
			cost := any("")
			if n := len(run.Steps); n > 0 {
				cost = run.Steps[n-1].Cost
			}
			r.add(t.Name, i+1, run.End, cost)
		}
	}
	return r
}

func (opt SurvivalOptions) data(curves []SurvivalCurve) records {
	r := heads("curve", cmp.Or(opt.XLabel, "cost"), cmp.Or(opt.YLabel, "share not yet solved"), "low", "high", "at risk")
	for _, c := range curves {
		for _, s := range c.Steps {
			low, high := ends(s.Interval.Known(), s.Interval.Low, s.Interval.High)
			r.add(c.Name, s.Cost, s.Share, low, high, s.AtRisk)
		}
	}
	return r
}
