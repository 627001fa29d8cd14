// Package puzzletest tests a puzzle against its description. A single call checks that:
//
//   - texts can be read back, and families are reproducible;
//   - the solutions of all strategies are valid, and strategies do not contradict each other;
//   - pictures can be drawn;
//   - all source code that determines the results of trials is embedded.
package puzzletest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// limits bounds every search of the suite, so that the suite takes seconds.
var limits = search.Limits{Expanded: 20_000, Bytes: 64 << 20}

// Conform tests a puzzle, with one subtest for each part of its description. For every
// strategy pattern, it runs an example on small instances of every family.
func Conform[I puzzle.Instance](t *testing.T, k *puzzle.Kind[I]) {
	puzzle.Of(k) // panics if something is missing
	for _, p := range parts[I]() {
		t.Run(p.name, func(t *testing.T) { p.check(by(t, p.contract), k) })
	}
}

// Check runs the same tests as [Conform], but without subtests.
func Check[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I]) {
	puzzle.Of(k)
	for _, p := range parts[I]() {
		p.check(by(t, p.contract), k)
	}
}

// held is a test whose failure messages quote the broken contract from the documentation.
type held struct {
	testing.TB
	contract string
}

// by returns a test whose failure messages quote another contract.
func by(t testing.TB, contract string) held {
	if h, ok := t.(held); ok {
		t = h.TB
	}
	return held{t, contract}
}

func (h held) Errorf(format string, args ...any) {
	h.Helper()
	h.TB.Errorf(format+"\n\tbreaks the contract of %s", append(args, h.contract)...)
}

func (h held) Fatal(args ...any) {
	h.Helper()
	h.TB.Fatalf("%s\n\tbreaks the contract of %s", fmt.Sprint(args...), h.contract)
}

// Names of the contracts that a puzzle must fulfill, each with a sentence from the documentation.
const (
	listed      = `puzzle.Kind: "Kind describes a puzzle in a single value"`
	written     = `puzzle.Instance: "String returns a line from which the puzzle can parse the instance again"`
	drawn       = `puzzle.Family: "The same family, version, size, seed and index always give the same instance"`
	replayed    = `puzzle.Kind: "Check replays a solution, given as text, and returns its cost"`
	repeated    = `puzzle.Strategy: "Run searches for one solution. Reaching a limit is an outcome, not an error. An error means that the strategy cannot run on the instance"`
	promised    = `puzzle.Strategy: "whether the strategy proves that no solution costs less than its own"`
	completed   = `puzzle.Strategy: "whether, given enough time and memory, the strategy finds a solution if there is one"`
	bounded     = `puzzle.Finding: "no solution costs less"`
	analyzed    = `puzzle.Kind: "Analyze returns the facts about an instance that can be computed without a search"`
	described   = `puzzle.Kind: "Describe writes a solution as an indented table of at most 80 columns"`
	embedded    = `puzzle.Kind: "Code is the embedded source that determines the results of trials"`
	illustrated = `puzzle.Kind: "Pictures lists the ways to draw an instance"`
)

// part is the check of one subtest.
type part[I puzzle.Instance] struct {
	name, contract string
	check          func(t testing.TB, k *puzzle.Kind[I])
}

func parts[I puzzle.Instance]() []part[I] {
	return []part[I]{
		{"words", listed, words[I]},
		{"texts", written, texts[I]},
		{"families", drawn, families[I]},
		{"strategies", repeated, func(t testing.TB, k *puzzle.Kind[I]) {
			for _, inst := range small(t, k) {
				strategies(t, k, inst)
				analyze(t, k, inst)
			}
		}},
		{"pictures", illustrated, pictures[I]},
		{"code", embedded, source[I]},
	}
}

// words checks the names and one-line descriptions in a puzzle's lists.
func words[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I]) {
	line := func(what, doc string) {
		if doc == "" || strings.ContainsAny(doc, "\n\r\t") || strings.HasSuffix(doc, ".") {
			t.Errorf("%s says %q of itself (want one line without a full stop)", what, doc)
		}
	}
	if k.Name != strings.ToLower(k.Name) || strings.ContainsAny(k.Name, " /,=") {
		t.Errorf("the name %q is no lower-case word", k.Name)
	}
	line("the puzzle", k.Doc)
	for _, f := range k.Formats {
		line("format "+f.Name, f.Doc)
	}
	for _, f := range k.Families {
		line("family "+f.Name, f.Doc)
		if f.Version < 1 {
			t.Errorf("family %s has version %d (want 1 or more)", f.Name, f.Version)
		}
	}
	for _, s := range k.Sets {
		line("set "+s.Name, s.Doc)
		if s.Source == "" {
			t.Errorf("set %s names no source", s.Name)
		}
	}
	for _, s := range k.Strategies.List() {
		line("strategy "+s.Name, s.Doc)
		if s.Version < 1 {
			t.Errorf("strategy %s has version %d (want 1 or more)", s.Name, s.Version)
		}
	}
	for _, h := range k.Heuristics {
		line("heuristic "+h.Name, h.Doc)
	}
	for _, p := range k.Pictures {
		line("picture "+p.Name, p.Doc)
	}
}

// texts checks that instances can be written and read back.
func texts[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I]) {
	readBack(t, k, "the example", k.Example)
	for _, s := range k.Sets {
		for i, m := range s.Members() {
			readBack(t, k, fmt.Sprintf("%s, member %d,", s.Name, i), m.Instance.String())
		}
	}
	for _, text := range []string{"", "\x00", "no instance?", k.Name + " nonsense", k.Name + " nonsense@1 size=1 seed=1 index=0"} {
		inst, err := k.Instance(text)
		if err == nil {
			t.Errorf("%q is read as %q", text, inst.String())
		} else if s, ok := errors.AsType[*puzzle.SyntaxError](err); !ok && !strings.HasPrefix(err.Error(), k.Name+": ") || ok && s.Puzzle != k.Name {
			t.Errorf("the error for %q does not begin with the puzzle's name: %v", text, err)
		}
	}
}

// readBack parses a text, writes the instance, and parses the result.
func readBack[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I], what, text string) {
	inst, err := k.Instance(text)
	if err != nil {
		t.Errorf("%s %s: %v", what, wording.Quote(text), err)
		return
	}
	written := inst.String()
	again, err := k.Instance(written)
	if err != nil || again.String() != written {
		t.Errorf("%s is written %q, and that is read as %q, %v", what, written, again.String(), err)
	}
	if k.Ask != nil {
		asked, err := k.Ask(inst, puzzle.Defaults(k.Question))
		if err != nil || asked.String() != written {
			t.Errorf("%s: no option of the question makes %q of %q, %v", what, asked.String(), written, err)
		}
	}
}

// families checks that families make the same instances in any order of calls.
func families[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I]) {
	each(t, k, func(f puzzle.Family[I], size puzzle.Size) {
		var made [3]string
		for _, index := range []int{2, 0, 1, 1} {
			inst, err := f.Instance(size, 7, index)
			if err != nil {
				t.Errorf("%v, of which there is an instance: %v", f, err)
				continue
			}
			text := inst.String()
			if made[index] != "" && made[index] != text {
				t.Errorf("%s is %q, then %q", f.Recipe(size, 7, index), made[index], text)
			}
			made[index] = text
			if again, err := k.Instance(text); err != nil || again.String() != text {
				t.Errorf("%s is written %q, and that is read as %q, %v", f.Recipe(size, 7, index), text, again.String(), err)
			}
			if cooked, err := k.Instance(f.Recipe(size, 7, index)); err != nil || cooked.String() != text {
				t.Errorf("the recipe %s makes %q, %v, want %q", f.Recipe(size, 7, index), cooked.String(), err, text)
			}
		}
	})
}

// source checks that Code contains all of the source. Otherwise stored trials would remain
// valid after the source has changed.
func source[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I]) {
	if err := code.CheckEmbedded(k.Code, k.Functions()...); err != nil && len(k.Code) > 0 {
		t.Errorf("%v", err)
	}
}

// each calls do for every family with the smallest example size that the family supports.
func each[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I], do func(f puzzle.Family[I], size puzzle.Size)) {
	for _, entry := range k.Families {
		f, err := k.Family(entry.Name)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, text := range k.SizeExamples {
			size, err := k.ParseSize(text, puzzle.Defaults(k.Making))
			if err != nil {
				t.Fatal(fmt.Errorf("the example size %s: %w", text, err))
			}
			if _, err := f.Instance(size, 7, 0); err == nil {
				do(f, size)
				found = true
				break
			}
		}
		if !found {
			t.Errorf("family %v has no instance of size %s", f, strings.Join(k.SizeExamples, ", "))
		}
	}
}

// small returns the puzzle's example and one instance of every family.
func small[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I]) []I {
	inst, err := k.Instance(k.Example)
	if err != nil {
		t.Fatal(err)
	}
	list := []I{inst}
	each(t, k, func(f puzzle.Family[I], size puzzle.Size) {
		inst, err := f.Instance(size, 7, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, inst)
	})
	return list
}

// claim is the finding of a strategy for an instance.
type claim[I puzzle.Instance] struct {
	by    puzzle.Strategy[I]
	found puzzle.Finding
	text  string // of the solution
}

// strategies checks that solutions are valid and reproducible, and that no strategy
// contradicts another.
func strategies[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I], inst I) {
	var claims []claim[I]
	best, optimum := -1, ""
	for i, entry := range k.Strategies.List() {
		s, err := k.Strategy(k.Strategies.Example(i))
		if err != nil {
			t.Errorf("the example of %s: %v", entry.Name, err)
			continue
		}
		if s.Fits != nil && s.Fits(inst) != nil {
			continue
		}
		c, ok := run(t, s, inst)
		if !ok {
			continue
		}
		claims = append(claims, c)
		if c.text == "" && c.found.Outcome != search.Solved {
			continue
		}
		replays(t, k, inst, c)
		describe(t, k, inst, c.text)
		if best < 0 || c.found.Cost < best {
			best = c.found.Cost
		}
		if c.found.Optimal {
			optimum = c.text
		}
	}
	for _, c := range claims {
		contradicted(t, inst, c, best)
	}
	if best > 0 && optimum != "" {
		refuses(t, k, inst, optimum, best)
	}
}

// fails reports a fault of a strategy on an instance.
func fails[I puzzle.Instance](t testing.TB, contract string, s puzzle.Strategy[I], inst I, format string, args ...any) {
	t.Helper()
	by(t, contract).Errorf("%s on %s%s", s.Name, wording.Quote(inst.String()), fmt.Sprintf(format, args...))
}

// run runs a strategy twice and compares the results.
func run[I puzzle.Instance](t testing.TB, s puzzle.Strategy[I], inst I) (c claim[I], ok bool) {
	var both [2]claim[I]
	var errs [2]error
	for i := range both {
		both[i].by = s
		both[i].found, errs[i] = s.Run(t.Context(), inst, 1, limits)
		if solution := both[i].found.Solution; solution != nil {
			both[i].text, both[i].found.Solution = solution.String(), nil
		}
	}
	if errs[0] != nil || errs[1] != nil {
		fails(t, repeated, s, inst, ": %v, %v", errs[0], errs[1])
		return c, false
	}
	if first, again := both[0], both[1]; !reflect.DeepEqual(first.found, again.found) || first.text != again.text {
		fails(t, repeated, s, inst, ": the second run gives %+v %q, the first %+v %q", again.found, again.text, first.found, first.text)
	}
	return both[0], true
}

// replays checks that a solution is valid and has the claimed cost.
func replays[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I], inst I, c claim[I]) {
	switch cost, err := k.Check(inst, c.text); {
	case err != nil:
		fails(t, replayed, c.by, inst, ": its solution %q, said to cost %d, is refused: %v", c.text, c.found.Cost, err)
	case cost != c.found.Cost:
		fails(t, replayed, c.by, inst, ": its solution %q, said to cost %d, costs %d", c.text, c.found.Cost, cost)
	}
	if c.by.Optimal && c.found.Outcome == search.Solved && !c.found.Optimal {
		fails(t, promised, c.by, inst, ": an optimal strategy does not claim that its solution is")
	}
}

// contradicted checks a claim against the best solution that any strategy has found, whose
// cost is -1 if none has.
func contradicted[I puzzle.Instance](t testing.TB, inst I, c claim[I], best int) {
	if best < 0 {
		return
	}
	if c.by.Complete && c.found.Outcome == search.Unsolvable {
		fails(t, completed, c.by, inst, " claims that there is no solution, but there is one that costs %d", best)
	}
	if c.found.Bound > best || c.found.Optimal && c.found.Cost > best {
		fails(t, bounded, c.by, inst, " claims that nothing costs less than %d, but a solution costs %d (is an estimate above the distance?)",
			cmp.Or(c.found.Bound, c.found.Cost), best)
	}
}

// refuses checks that the puzzle's Check rejects wrong solutions. If Check accepted
// everything, wrong answers would count as solutions.
func refuses[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I], inst I, optimum string, best int) {
	cut := optimum[:max(strings.LastIndexByte(optimum, ' '), 0)]
	if cut == "" {
		cut = optimum[:len(optimum)-1]
	}
	for what, text := range map[string]string{
		"nothing": "", "no solution at all": "no solution?", "the beginning of a shortest solution": cut, "a shortest solution with a word behind it": optimum + " ?",
	} {
		if cost, err := k.Check(inst, text); err == nil && (cost < best || strings.Contains(text, "?")) {
			by(t, replayed).Errorf("the check of %s takes %s, %s, for a solution that costs %d (a shortest one costs %d)", wording.Quote(inst.String()), what, wording.Quote(text), cost, best)
		}
	}
}

// analyze checks the analysis of an instance.
func analyze[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I], inst I) {
	if k.Analyze == nil {
		return
	}
	analysis := k.Analyze(inst)
	t = by(t, analyzed)
	narrow(t, "the analysis", analysis.Describe)
	if data, err := analysis.MarshalJSON(); err != nil || !json.Valid(data) {
		t.Errorf("the analysis is no JSON: %s, %v", data, err)
	}
}

// narrow checks that a table fits a terminal.
func narrow(t testing.TB, what string, write func(io.Writer) error) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("%s has a line of %d columns: %s", what, n, line)
		}
	}
}

// describe checks the JSON form and the table of a solution.
func describe[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I], inst I, solution string) {
	t = by(t, described)
	if k.Describe != nil {
		narrow(t, "the table of a solution", func(w io.Writer) error { return k.Describe(w, inst, solution) })
	}
	if k.Path != nil && !json.Valid(k.Path(solution)) {
		t.Errorf("the path of %q is no JSON: %s", solution, k.Path(solution))
	}
}

// pictures checks that pictures can be drawn reproducibly in all of their formats, and that
// animated ones have a stage.
func pictures[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I]) {
	if len(k.Pictures) == 0 {
		return
	}
	inst, view := solved(t, k)
	for _, p := range k.Pictures {
		for _, format := range p.Formats {
			view.Format = format
			drawing(t, p, inst, view)
		}
		if p.Play == nil || !view.Solved {
			continue
		}
		stage, _, said, err := p.Play(inst, view)
		switch {
		case err != nil:
			t.Errorf("%s does not move: %v", p.Name, err)
		case !strings.Contains(stage, "<svg") || len(said) == 0:
			t.Errorf("%s moves on a stage of %d bytes and says %q", p.Name, len(stage), said)
		}
	}
}

// solved returns the example with a view of its solution, if the default strategy finds one.
func solved[I puzzle.Instance](t testing.TB, k *puzzle.Kind[I]) (I, puzzle.View) {
	inst, err := k.Instance(k.Example)
	if err != nil {
		t.Fatal(err)
	}
	name := k.Default
	if k.DefaultFor != nil {
		name = k.DefaultFor(inst)
	}
	s, err := k.Strategy(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Run(t.Context(), inst, 1, limits)
	if err != nil {
		t.Fatal(err)
	}
	view := puzzle.View{Choice: puzzle.Defaults(k.Style)}
	if f.Solution != nil {
		view.Solved, view.Solution = true, f.Solution.String()
	}
	return inst, view
}

// drawing draws a picture twice and compares the results.
func drawing[I puzzle.Instance](t testing.TB, p puzzle.Picture[I], inst I, v puzzle.View) {
	var first, second bytes.Buffer
	if err := errors.Join(p.Draw(&first, inst, v), p.Draw(&second, inst, v)); err != nil {
		t.Errorf("%s as %s: %v", p.Name, v.Format, err)
	}
	if first.Len() == 0 || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("%s as %s has %d bytes, then %d others", p.Name, v.Format, first.Len(), second.Len())
	}
	if v.Format == "svg" {
		if err := xml.Unmarshal(first.Bytes(), new(any)); err != nil && !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}
