package keep

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Variable is the environment variable that tells the program of a cell the file with its
// orders, a line each: "save FOLDER" says where values go, "reach NAMES" which are to be
// kept, "load PATH NAMES" where some of them are.
const Variable = "PUZZLELAB_VALUES"

// Cell is the program of a cell that has begun.
type Cell struct {
	program *Program
	folder  string
	names   []string
}

// Enter loads what the cell reaches. It returns nil if the program has no orders.
func Enter(vars, exported []Var, typesOf []any) *Cell {
	orders, err := os.ReadFile(os.Getenv(Variable))
	if err != nil {
		return nil
	}
	_ = os.Unsetenv(Variable)
	p, err := Begin(vars, exported, typesOf)
	if err != nil {
		panic("values: " + err.Error())
	}
	c := &Cell{program: p}
	for line := range strings.Lines(string(orders)) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch words[0] {
		case "save":
			c.folder = words[1]
		case "reach":
			c.names = words[1:]
		case "load":
			if err := p.Load(words[1], words[2:]...); err != nil {
				panic("the value of " + strings.Join(words[2:], ", ") + " cannot be used here: " + err.Error())
			}
		}
	}
	return c
}

// Report is the file in which a cell that has ended well says what it has kept: a line for
// each unit, in which tabs separate whether it has changed, whether its file can differ from
// that of an equal value, the file, why there is none, its names, and their types; the last two are lists
// that spaces separate.
const Report = "report"

// Leave keeps the values of the cell, which has ended well. It may be called of nil.
func (c *Cell) Leave() {
	if c == nil {
		return
	}
	if place := still(); place != "" {
		panic("a goroutine of the cell still runs, at " + place + "; what it changes could not be kept")
	}
	units, err := c.program.Save(c.folder, c.names)
	if err != nil {
		panic("values: " + err.Error())
	}
	var b strings.Builder
	for _, u := range units {
		for _, part := range []string{
			strconv.FormatBool(u.Changed), strconv.FormatBool(u.Unordered), u.Path, u.Why, strings.Join(u.Names, "\f"), strings.Join(u.Types, "\f"),
		} {
			b.WriteString(strings.NewReplacer("\t", " ", "\n", " ").Replace(part) + "\t")
		}
		b.WriteString("\n")
	}
	if err := os.WriteFile(c.folder+"/"+Report, []byte(b.String()), 0o600); err != nil {
		panic("values: " + err.Error())
	}
}

// still returns where a goroutine of the notebook runs that is not this one, "" for nowhere. It
// waits a second for its end.
func still() (place string) {
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if runtime.NumGoroutine() == 1 {
			return ""
		}
		all := make([]byte, 1<<20)
		place = ""
		for i, g := range strings.Split(string(all[:runtime.Stack(all, true)]), "\n\n") {
			if _, own, found := strings.Cut(g, "\tcell["); found && i > 0 {
				at, _, _ := strings.Cut(own, " ")
				place = "cell[" + at
				break
			}
		}
		if place == "" || time.Since(begun) > time.Second {
			return place
		}
	}
}
