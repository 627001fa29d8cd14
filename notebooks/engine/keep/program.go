package keep

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
)

// Var is a package variable: its name and its address.
type Var struct {
	Name string
	Ptr  any // pointer to the variable
}

// Program describes the variables and types of the program that runs a cell.
type Program struct {
	vars    []Var
	typesOf []any             // pointers to types
	named   []named           // named memory, with the variables first
	places  []int32           // indices of named, sorted by address
	alive   []reflect.Value   // values that exported variables held when the program began
	loaded  map[string]string // paths of files, by the names of their variables
}

// Unit is a set of variables that share memory after a cell has run, so that they are stored
// together.
type Unit struct {
	Names     []string
	Path      string // path of the file that contains the values; "" if they are not kept
	Changed   bool   // whether the values have changed since they were loaded
	Why       string // reason why the values are not kept, beginning with the name of a variable; "" if they are kept
	Unordered bool   // whether equal values may give different files
	Types     []string
}

// Save writes the named variables, and all variables that share memory with them, to files in a
// folder. It returns all units, including units that could not be kept.
func (p *Program) Save(folder string, names []string) (units []Unit, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	w := newWalk(p)
	for i, v := range p.vars {
		if slices.Contains(names, v.Name) {
			w.activate(int32(i))
		}
	}
	w.run()
	w.held(w.join(false))
	w.join(true)
	list, parts := make([]Unit, len(w.roots)), make([][]found, len(w.roots))
	for i, r := range w.roots {
		if boss, name := w.boss(int32(i)), p.named[i].name; len(r.found) > 0 {
			u := &list[boss]
			u.Names = append(u.Names, name)
			u.Unordered = u.Unordered || r.unordered
			if r.why != "" && u.Why == "" {
				u.Why = name + ": " + r.why
			}
			parts[boss] = append(parts[boss], r.found...)
		}
	}
	for i, u := range list {
		if len(u.Names) > 0 && err == nil {
			u.Changed = true
			if u.Why == "" {
				err = p.keep(&u, w.image(parts[i]), folder+"/"+strconv.Itoa(i))
			}
			units = append(units, u)
		}
	}
	return units, err
}

// keep writes the file of a unit, unless it equals the file that was loaded.
func (p *Program) keep(u *Unit, m *image, path string) error {
	for _, x := range m.pieces {
		u.Types = append(u.Types, identity(x.t.Type, false))
	}
	u.Path = p.loaded[u.Names[0]]
	old, err := os.ReadFile(u.Path)
	u.Changed = err != nil || slices.ContainsFunc(u.Names, func(name string) bool { return p.loaded[name] != u.Path })
	for _, part := range m.file {
		rest, same := bytes.CutPrefix(old, part)
		old, u.Changed = rest, u.Changed || !same
	}
	if !u.Changed {
		return nil
	}
	u.Path = path
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	for i := 0; i < len(m.file) && err == nil; i++ {
		_, err = f.Write(m.file[i])
	}
	return errors.Join(err, f.Close())
}
