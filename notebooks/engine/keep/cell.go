package keep

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// Variable names the environment variable that holds the path of a file with orders for a cell's
// program. Each line is one order: "save FOLDER" says where to store values, "reach NAMES" which
// variables to keep, and "load PATH NAMES" where the values of some variables are.
const Variable = "PUZZLELAB_VALUES"

// Cell represents the cell run by the current program.
type Cell struct {
	program *Program
	folder  string
	names   []string
}

// Enter loads the variables that the cell reaches. Call it before the cell runs. It returns nil if
// there are no orders for the program. The arguments are as in [Begin].
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

// Report names the file in which a successful cell lists its stored units. The file has one line
// for each unit, with fields separated by tabs: whether the unit has changed, whether equal values
// may give different files, the file, the reason if there is no file, the names of the unit's
// variables, and their types. Form feeds separate the items in lists of names and types.
const Report = "report"

// Leave stores the cell's values. Call it after the cell has succeeded. It panics if a goroutine of
// the cell is still running, or if it cannot write. It does nothing if c is nil.
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
