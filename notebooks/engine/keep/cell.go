package keep

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// Variable is the name of an environment variable. Its value is the path of a file with
// instructions for a cell's program. Each line is one instruction: "save FOLDER" says where to
// store values, "reach NAMES" says which variables to keep, and "load PATH NAMES" says which file
// contains the values of some variables.
const Variable = "PUZZLELAB_VALUES"

// Cell is the cell that the current program runs.
type Cell struct {
	program *Program
	folder  string
	names   []string
}

// Enter loads the values of variables that the cell uses. It must be called before the cell runs.
// It returns nil if the program has received no instructions ([Variable]), and panics if a value
// cannot be loaded. The arguments are the same as for [Begin].
func Enter(vars, exported []Var, typesOf []any) *Cell {
	orders, err := os.ReadFile(os.Getenv(Variable))
	if err != nil {
		return nil
	}
	_ = os.Unsetenv(Variable)
	c := &Cell{program: Begin(vars, exported, typesOf)}
	for line := range strings.Lines(string(orders)) {
		switch words := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); words[0] {
		case "save":
			c.folder = words[1]
		case "reach":
			c.names = words[1:]
		case "load":
			if err := c.program.Load(words[1], words[2:]...); err != nil {
				panic("the value of " + strings.Join(words[2:], ", ") + " cannot be used here: " + err.Error())
			}
		}
	}
	return c
}

// Report is the name of the file that lists the units (sets of variables) that a successful cell
// stored. Each unit has one line. Its fields, separated by tabs, are: whether the unit has changed,
// whether equal values may give different files, the path of the file, the reason if there is no
// file, the names of the unit's variables, and their types. In the lists of names and types, form
// feeds separate the items.
const Report = "report"

// Leave stores the values of the cell's variables. It must be called after the cell has succeeded.
// It panics if a goroutine of the cell is still running, or if the values cannot be written. If c
// is nil, Leave does nothing.
func (c *Cell) Leave() {
	if c == nil {
		return
	}
	if place := still(); place != "" {
		panic("a goroutine of the cell still runs, at " + place + "; what it changes could not be kept")
	}
	units, err := c.program.Save(c.folder, c.names)
	var report []byte
	for _, u := range units {
		report = fmt.Appendf(report, "%t\t%t\t%s\t%s\t%s\t%s\t\n", u.Changed, u.Unordered, u.Path,
			strings.Join(strings.Fields(u.Why), " "), strings.Join(u.Names, "\f"), strings.Join(u.Types, "\f"))
	}
	if err == nil {
		err = os.WriteFile(c.folder+"/"+Report, report, 0o600)
	}
	if err != nil {
		panic("values: " + err.Error())
	}
}

// still returns the position in the notebook's code at which a goroutine other than this one runs,
// or "" if there is none. It waits up to a second for such goroutines to end.
func still() (place string) {
	for begun := time.Now(); runtime.NumGoroutine() > 1; time.Sleep(time.Millisecond) {
		all := make([]byte, 1<<20)
		_, others, _ := strings.Cut(string(all[:runtime.Stack(all, true)]), "\n\n")
		_, at, found := strings.Cut(others, "\tcell[")
		if !found {
			return ""
		}
		if at, _, _ = strings.Cut(at, " "); time.Since(begun) > time.Second {
			return "cell[" + at
		}
	}
	return ""
}
