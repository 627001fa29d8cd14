//go:build unix

package kernel

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// generator writes cells that declare, declare anew, remove and use names, most of
// them correctly.
type generator struct {
	*rand.Rand
	ints  []string // names of int variables, constants and functions without arguments, as they are used
	types []string
}

// expression is of type int. One of a function calls none, lest it call itself.
func (g *generator) expression(calls bool) string {
	terms := []string{fmt.Sprint(g.IntN(9)), "len(\"abc\")", "func() int { return 4 }()"}
	for _, use := range g.ints {
		if calls || !strings.Contains(use, "(") && use[0] == 'c' {
			terms = append(terms, use)
		}
	}
	for _, t := range g.types {
		if !calls {
			break
		}
		terms = append(terms, t+"{3}.get()", "int("+t+"{n: 2}.n)")
	}
	e := terms[g.IntN(len(terms))]
	for range g.IntN(3) {
		e += []string{" + ", " - ", " * "}[g.IntN(3)] + terms[g.IntN(len(terms))]
	}
	return e
}

func (g *generator) name(prefix string) string { return fmt.Sprintf("%s%d", prefix, g.IntN(4)) }

// uses adds what can be used from now on.
func (g *generator) uses(list *[]string, use string) {
	if !slices.Contains(*list, use) {
		*list = append(*list, use)
	}
}

func (g *generator) declaration() string {
	kind := g.IntN(9)
	switch e := g.expression(kind != 3); kind {
	case 0, 1:
		v := g.name("v")
		defer g.uses(&g.ints, v)
		return fmt.Sprintf("var %s = %s", v, e)
	case 2:
		v, w := g.name("v"), g.name("w")
		defer g.uses(&g.ints, v)
		defer g.uses(&g.ints, w)
		return fmt.Sprintf("var %s, %s = %s, func() int { fmt.Println(\"begin %s\"); return 1 }()", v, w, e, w)
	case 3:
		f := g.name("f")
		defer g.uses(&g.ints, f+"()")
		return fmt.Sprintf("// %s counts.\nfunc %s() int {\n\treturn %s\n}", f, f, e)
	case 4:
		c := g.name("c")
		defer g.uses(&g.ints, c)
		return fmt.Sprintf("const (\n\t%s = iota + %d\n\t%sx\n)", c, g.IntN(5), c)
	case 5:
		t := g.name("T")
		defer g.uses(&g.types, t)
		return fmt.Sprintf("type %s struct{ n int }\n\nfunc (t %s) get() int { return t.n + %d }", t, t, g.IntN(5))
	case 6:
		return fmt.Sprintf("func init_%s() { fmt.Println(\"init\", %s) }", g.name("i"), e)
	case 7:
		v := g.name("m")
		defer g.uses(&g.ints, v+"[\"a\"]")
		return fmt.Sprintf("var %s = map[string]int{\"a\": %s}", v, e)
	default:
		f := g.name("g")
		defer g.uses(&g.ints, fmt.Sprintf("%s(%d)", f, g.IntN(5)))
		return fmt.Sprintf("func %s[N int | int64](n N) N { return n * N(%d) }", f, g.IntN(5))
	}
}

// first returns the first name of a declaration.
func first(declaration string) string {
	return regexp.MustCompile(`\b([a-zA-Z]\w*)\d\b`).FindString(declaration)
}

// cell may be wrong: one that declares a name as another kind, or uses one that was
// taken away.
func (g *generator) cell() string {
	ints, types := slices.Clone(g.ints), slices.Clone(g.types)
	var lines []string
	if g.IntN(12) == 0 && len(g.ints) > 0 {
		i := g.IntN(len(g.ints))
		lines = append(lines, "%rm "+strings.TrimRight(g.ints[i], "()"))
		if g.IntN(3) > 0 {
			g.ints = slices.Delete(g.ints, i, i+1)
		}
	}
	declared := map[string]bool{}
	for range g.IntN(3) {
		// Of what one cell declares twice GoNB keeps the last.
		if d := g.declaration(); !declared[first(d)] {
			declared[first(d)] = true
			lines = append(lines, d)
		}
	}
	if g.IntN(3) > 0 || lines == nil {
		lines = append(lines, "%%")
		for range 1 + g.IntN(2) {
			lines = append(lines, fmt.Sprintf("fmt.Println(%s)", g.expression(true)))
		}
		wrong := g.IntN(20)
		switch wrong {
		case 0:
			lines = append(lines, "fmt.Println(missing)")
		case 1:
			lines = append(lines, "unused := 1")
		case 2:
			lines = append(lines, "fmt.Println(")
		case 3:
			lines = append(lines, "var s string = "+g.expression(true), "fmt.Println(s)")
		case 4:
			lines = append(lines, "fmt.Println([]int{1}["+g.expression(true)+"*0 + 5])")
		}
		if wrong < 4 { // nothing of it stays
			g.ints, g.types = ints, types
		}
	}
	return strings.Join(lines, "\n")
}

// place is what the engine and GoNB may count differently: a column, and what is not
// Go has no line there.
var place = regexp.MustCompile(`(?m)^(?:cell\[\d+\]:\d+:\d+: (expected )|(cell\[\d+\]:\d+):\d+)`)

func TestGeneratedCellsMeanTheSame(t *testing.T) {
	if !*exhaustive {
		t.Skip("GoNB takes half a second a cell; -exhaustive runs it")
	}
	failed, of := 0, 0
	for seed := range uint64(8) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
		var sources []string
		for range 10 {
			sources = append(sources, fails+g.cell())
		}
		var got [2][]string
		for i, name := range []string{"engine", "gonb"} {
			nb, err := runs()[name](t, sources...)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range nb.Cells {
				text := shown(c)
				if before, message, ok := strings.Cut(text, "compile error: "); ok {
					lines := strings.Split(place.ReplaceAllString(message, "$1$2"), "\n")
					lines = slices.DeleteFunc(lines, func(line string) bool {
						return strings.HasPrefix(line, "\t") || strings.Contains(line, " no longer compiles: ")
					}) // GoNB says only where
					slices.Sort(lines)
					text = before + "compile error: " + strings.Join(lines, "\n")
				}
				got[i] = append(got[i], text)
			}
		}
		for i := range sources {
			of++
			if strings.Contains(got[1][i], "error: ") {
				failed++
			}
			// GoNB runs all initialisers again, so what cells print differs, but not whether they compile.
			if compiles := "compile error: "; got[0][i] != got[1][i] && (strings.Contains(got[0][i], compiles) || strings.Contains(got[1][i], compiles)) {
				t.Errorf("seed %d, cell %d\n%s\nshows\n%s\nGoNB shows\n%s", seed, i+1, sources[i], got[0][i], got[1][i])
			}
		}
	}
	if failed < of/20 || failed > of/2 {
		t.Errorf("%d of %d cells fail, which tests too little", failed, of)
	}
}
