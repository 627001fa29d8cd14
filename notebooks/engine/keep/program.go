package keep

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// Program is a program of cells, as far as values are concerned.
type Program struct {
	vars   []Var
	known  known
	others *others
	loaded map[string]string // files, by the names of their variables
}

// Begin looks at a program before a cell runs: at the variables of the notebook, at exported
// variables of the packages that it imports, and at types, each as a pointer to it, that values
// had in interfaces.
func Begin(vars, exported []Var, typesOf []any) (*Program, error) {
	o, err := newOthers(exported)
	if err != nil {
		return nil, err
	}
	p := &Program{vars: vars, others: o, known: known{map[string]reflect.Type{}, map[string]bool{}, false}, loaded: map[string]string{}}
	for _, v := range vars {
		p.known.add(reflect.TypeOf(v.Ptr).Elem())
	}
	for _, t := range typesOf {
		p.known.add(reflect.TypeOf(t).Elem())
	}
	return p, nil
}

// variable returns the variable of a name, the zero Value if there is none.
func (p *Program) variable(name string) (v reflect.Value) {
	for _, x := range p.vars {
		if x.Name == name {
			return reflect.ValueOf(x.Ptr).Elem()
		}
	}
	return v
}

// Load reads the values of a unit into variables. What has another name in the file than here is given as
// "IN-FILE=HERE"; a variable of the file that is not named lives on without a name, for what points to it. If
// it fails, the variables are as they were.
func (p *Program) Load(path string, names ...string) error {
	here := map[string]string{}
	for _, name := range names {
		was, is, renamed := strings.Cut(name, "=")
		if !renamed {
			is = was
		}
		here[was] = is
	}
	if err := p.load(path, here); err != nil {
		return err
	}
	for _, is := range here {
		p.loaded[is] = path
	}
	return nil
}

// Unit are variables that share memory, after a cell.
type Unit struct {
	Names     []string
	Path      string // of the file with their values; "" if they are not kept
	Changed   bool   // it is another one than that from which they were loaded
	Why       string // they are not kept, with the name of the variable in front
	Unordered bool   // equal values need not have equal files
	Types     []string
}

// Save writes the named variables, and all variables that share memory with them, to files in a
// folder.
func (p *Program) Save(folder string, names []string) (units []Unit, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	w := newWalk(p.vars, p.others)
	for i := range w.roots {
		for _, name := range names {
			if w.roots[i].Name == name {
				w.activate(int32(i))
			}
		}
	}
	w.run()
	all, of := w.clusters()
	w.held(all)
	for i := range w.roots {
		if boss := int32(i); w.roots[i].active && w.boss(boss) == boss {
			unit, err := p.keep(w, boss, of, folder)
			if err != nil {
				return nil, err
			}
			units = append(units, unit)
		}
	}
	return units, nil
}

// keep writes the file of a unit, if it is not the one that was loaded.
func (p *Program) keep(w *walk, boss int32, of []*cluster, folder string) (u Unit, err error) {
	from, same := "", true
	for i := range w.roots {
		if r := &w.roots[i]; r.active && w.boss(int32(i)) == boss {
			if r.why != "" && u.Why == "" {
				u.Why = r.Name + ": " + r.why
			}
			if len(u.Names) == 0 {
				from = p.loaded[r.Name]
			}
			same = same && from != "" && p.loaded[r.Name] == from
			u.Names = append(u.Names, r.Name)
		}
	}
	if u.Why != "" {
		u.Changed = true
		return u, nil
	}
	for _, d := range w.dicts {
		u.Unordered = u.Unordered || d.unordered && w.boss(d.root) == boss
	}
	m := w.image(boss, of)
	if same && equals(m.pieces, from) {
		u.Path = from
		return u, nil
	}
	u.Changed, u.Path = true, folder+"/"+strconv.Itoa(int(boss))
	for _, t := range m.types {
		u.Types = append(u.Types, identity(t.Type))
	}
	f, err := os.OpenFile(u.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return u, err
	}
	for _, piece := range m.pieces {
		if _, err := f.Write(piece); err != nil {
			_ = f.Close()
			return u, err
		}
	}
	return u, f.Close()
}

// equals reports whether a file consists of these pieces.
func equals(pieces [][]byte, path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	buffer := make([]byte, 1<<16)
	for _, piece := range pieces {
		for len(piece) > 0 {
			b := buffer[:min(len(piece), len(buffer))]
			if _, err := io.ReadFull(f, b); err != nil || !bytes.Equal(b, piece[:len(b)]) {
				return false
			}
			piece = piece[len(b):]
		}
	}
	n, _ := f.Read(buffer[:1])
	return n == 0
}

// held refuses what an unexported variable of another package points to.
func (w *walk) held(all []*cluster) {
	if len(all) == 0 {
		return
	}
	own := func(at uintptr) bool { return w.variable(at) >= 0 }
	w.others.holds(own, all[0].lo(), all[len(all)-1].hi, func(p uintptr) {
		i, found := slices.BinarySearchFunc(all, p, func(c *cluster, p uintptr) int { return cmp.Compare(c.lo(), p) })
		if !found {
			i--
		}
		if c := all[max(i, 0)]; p >= c.lo() && p < c.hi && w.variable(c.lo()) < 0 && !unchanging(c.t.Type) {
			w.refuse(c.root, "a variable of another package points to it: "+c.t.String())
		}
	})
}

// unchanging reports whether nobody can tell values of a type that are equal.
func unchanging(t reflect.Type) bool { return t.PkgPath() == "time" && t.Name() != "Time" }
