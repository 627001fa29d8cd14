package engine

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/engine/keep"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
)

// keepPackage keeps values of variables from cell to cell. It is package keep in a separate module,
// so that it works for notebooks of every module.
const keepPackage = "puzzlelab_keep"

//go:embed keep/cell.go keep/doc.go keep/image.go keep/load.go keep/others.go keep/program.go keep/types.go keep/walk.go
var keepSource embed.FS

// keepModule returns the folder of package keep. It is next to the go command's build cache, so
// that it is compiled once for all engines.
func keepModule(env []string, temp string) (dir string, err error) {
	sources, err := fs.Sub(keepSource, "keep")
	if err != nil {
		return "", err
	}
	cache := cmp.Or(install.Lookup(env, "GOCACHE"), os.Getenv("GOCACHE"))
	if cache == "" {
		if cache, err = os.UserCacheDir(); err != nil {
			cache = temp
		}
	}
	goMod := fmt.Sprintf("module %s\n\ngo %s\n", keepPackage, strings.TrimPrefix(runtime.Version(), "go"))
	return install.WriteModule(cache, "keep", goMod, sources)
}

// runVariable is the environment variable that says when each initializer of a program runs: 0
// never, 1 before main, 2 after values have been loaded.
const runVariable = "PUZZLELAB_RUN"

// unit is the stored value of variables that share memory.
type unit struct {
	path    string // of their values; "" if they are not kept
	why     string // why there is no path
	cell    int
	changed bool // the value cannot be kept, and has changed since the declaration
	initial bool // whether the value is the result of the initializers
	digest  string
	names   []string
	types   []string
	imports []string // packages of the programs that made it, whose variables it may refer to
}

// value holds the engine's knowledge of a variable.
type value struct {
	declared int // number of the cell that declares it
	is       string
	*unit
}

// valueOf returns the value that an earlier cell has left, or nil.
func (e *Engine) valueOf(r *reach, v *types.Var) *unit {
	if known, ok := e.values[strings.TrimPrefix(v.Name(), dialect.Before)]; ok && known.declared == r.c.cellOf(v.Pos()) {
		return known.unit
	}
	return nil
}

// orders tells the program of a cell which values to load and to keep.
type orders struct {
	env     []string
	folder  string
	number  int
	ran     bool
	reach   *reach
	main    []*types.Var        // variables that its statements reach
	objects []types.Object      // what the cell refers to
	runs    []byte              // when each initializer runs, as in runVariable
	load    map[string][]string // variables to load, by the path of their values
	assumed map[string]*unit    // initial values of everything that the cell reaches, by name
}

// orders determines the initial values of a cell, and the values that it leaves. It returns nil for
// a program without variables.
func (e *Engine) orders(p *planned) (*orders, error) {
	r := e.reach
	if r == nil {
		return nil, nil
	}
	o := &orders{number: p.number, reach: r, runs: []byte(strings.Repeat("0", len(r.inits))), load: map[string][]string{}, assumed: map[string]*unit{}}
	scope := r.c.pkg.Scope()
	o.objects = []types.Object{scope.Lookup(mainName(p.number))}
	o.main = r.from(o.objects)
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && r.c.cellOf(v.Pos()) == p.number {
			o.objects = append(o.objects, v)
		}
	}
	for n, i := range r.inits {
		if r.early[n] && r.c.cellOf(i.Rhs.Pos()) <= p.number {
			o.runs[n] = '1'
		}
	}
	for v := range r.reached(&o.objects) {
		if err := o.assume(e, v); err != nil {
			return nil, err
		}
	}
	o.hasten()
	o.env = []string{runVariable + "=" + string(o.runs)}
	if runtime.GOOS != "linux" { // memory of other packages cannot be recognized
		return o, o.unkept(p)
	}
	return o, o.write(e.temp)
}

// assume determines the initial value of a variable: an earlier cell has left it, or its
// initializer makes it.
func (o *orders) assume(e *Engine, v *types.Var) error {
	n, made := o.reach.init[v]
	if _, known := o.assumed[v.Name()]; known || made && o.reach.parsed[n] {
		return nil
	}
	u := e.valueOf(o.reach, v)
	if u != nil || !made || !o.reach.loads(v) {
		o.assumed[v.Name()] = u
	}
	switch {
	case u != nil && u.path != "":
		o.loads(v, u)
	case u != nil && u.changed:
		return &Failure{Kind: Compile, Value: fmt.Sprintf("%s has lost the value from cell[%d], which cannot be kept (%s)", strings.TrimPrefix(v.Name(), dialect.Before), u.cell, u.why)}
	case made && o.runs[n] == '0':
		o.runs[n] = '2'
		o.objects = append(o.objects, o.reach.needs[n]...)
	}
	return nil
}

// loads orders the value of a variable to be loaded, with everything that it may refer to.
func (o *orders) loads(v *types.Var, u *unit) {
	name := v.Name()
	if was, before := strings.CutPrefix(name, dialect.Before); before {
		name = was + "=" + name
	}
	o.load[u.path] = append(o.load[u.path], name)
	for _, name := range slices.Concat(u.types, u.names) {
		if object := o.reach.c.pkg.Scope().Lookup(strings.TrimPrefix(name, "main.")); object != nil {
			o.objects = append(o.objects, object)
		}
	}
}

// hasten lets initializers that need no value run before init functions, as in a package.
func (o *orders) hasten() {
	late := func(v *types.Var) bool {
		n, made := o.reach.init[v]
		u := o.assumed[v.Name()]
		return u != nil && u.path != "" || made && o.runs[n] == '2'
	}
	for n, when := range o.runs {
		if when == '2' && !slices.ContainsFunc(o.reach.from(o.reach.needs[n]), late) {
			o.runs[n] = '1'
		}
	}
}

// unkept returns an error if the cell needs a value that a statement of an earlier cell has set.
func (o *orders) unkept(p *planned) error {
	for _, d := range p.scope.Decls {
		for _, name := range d.Names {
			if _, used := o.assumed[name]; used && d.Late && d.Cell != p.number {
				return &Failure{Kind: Compile, Value: fmt.Sprintf("a statement of cell[%d] has given %s its value, which ends with its cell on %s: declare it with var in a cell without statements", d.Cell, name, runtime.GOOS)}
			}
		}
	}
	return nil
}

// write writes the orders to a file in a new folder, in which the program keeps its values.
func (o *orders) write(temp string) (err error) {
	if len(o.assumed) == 0 {
		return nil
	}
	if o.folder, err = os.MkdirTemp(temp, "values-"); err != nil {
		return err
	}
	text := "save\t" + o.folder + "\nreach"
	for name := range o.assumed {
		if !strings.HasPrefix(name, dialect.Before) {
			text += "\t" + name
		}
	}
	for path, names := range o.load {
		text += "\nload\t" + path + "\t" + strings.Join(names, "\t")
	}
	list := filepath.Join(o.folder, "orders")
	o.env = append(o.env, keep.Variable+"="+list)
	return os.WriteFile(list, []byte(text+"\n"), 0o600)
}

// stale reports whether other cells have changed the initial values of a cell since it began.
// Values that they have only initialized do not count, because this cell has initialized them too.
func (o *orders) stale(e *Engine) bool {
	if o == nil {
		return false
	}
	for name, assumed := range o.assumed {
		now, known := e.values[name]
		same := now.unit == assumed || assumed == nil && (now.initial || now.path == "" && !now.changed)
		if known && now.declared != o.number && !same {
			return true
		}
	}
	return false
}

// Trace records the values of variables before and after a cell ran. Began and Set map the names of
// variables to digests of their values.
type Trace struct {
	Began, Set map[string]string `json:",omitempty"`
	// Acts reports whether the cell changed values in ways other than running initializers.
	Acts bool `json:",omitempty"`
}

// Trace returns the trace of a cell that has run. For any other cell, it returns the zero Trace.
func (e *Engine) Trace(cell int) Trace { return e.traces[cell] }

// keep records the values of a cell that has ended successfully.
func (e *Engine) keep(in Cell, o *orders) error {
	if o == nil || o.folder == "" {
		return nil
	}
	report, err := os.ReadFile(filepath.Join(o.folder, keep.Report))
	if err != nil {
		if o.ran && o.writes() {
			in.say("stderr", "The cell called os.Exit, so its changes to variables are lost.\n")
		}
		return nil
	}
	t := Trace{Began: map[string]string{}, Set: map[string]string{}}
	for name, u := range o.assumed {
		if u != nil {
			t.Began[strings.TrimPrefix(name, dialect.Before)] = u.digest
		}
	}
	for line := range strings.Lines(string(report)) {
		if err := e.record(o, line, &t); err != nil {
			return err
		}
	}
	e.traces[in.Number] = t
	e.tidy()
	return nil
}

// record records the values of the variables in a line of the report of package keep.
func (e *Engine) record(o *orders, line string, t *Trace) (err error) {
	parts := strings.Split(line, "\t")
	changed, unordered := parts[0] == "true", parts[1] == "true"
	u := &unit{path: parts[2], why: parts[3], cell: o.number, names: strings.Split(parts[4], "\f"), types: strings.Split(parts[5], "\f")}
	u.names = slices.DeleteFunc(u.names, func(name string) bool { return strings.HasPrefix(name, dialect.Before) })
	if old, known := e.values[u.names[0]]; known && !changed {
		u.types, u.imports, u.cell, u.initial, u.digest = old.types, old.imports, old.cell, old.initial, old.digest
	} else if u.digest, err = digest(u.path, unordered); err != nil {
		return err
	} else {
		for _, p := range e.named(o.reach.c) {
			u.imports = append(u.imports, p.Path())
		}
	}
	for _, name := range u.names {
		v, _ := o.reach.c.pkg.Scope().Lookup(name).(*types.Var)
		declared := o.reach.c.cellOf(v.Pos())
		old, known := e.values[name]
		known = known && old.declared == declared
		u.changed = u.changed || known && old.changed || slices.Contains(o.reach.writes[v], o.number)
		if changed {
			u.initial = !known && !slices.Contains(o.main, v) && o.made(e, v)
			t.Set[name], t.Acts = u.digest, t.Acts || !u.initial
		}
		e.values[name] = value{declared, types.TypeString(v.Type(), (*types.Package).Name), u}
	}
	return nil
}

// writes reports whether the cell declares a variable or writes to one.
func (o *orders) writes() bool {
	for name := range o.assumed {
		if v, ok := o.reach.c.pkg.Scope().Lookup(name).(*types.Var); ok && (slices.Contains(o.reach.writes[v], o.number) || o.reach.c.cellOf(v.Pos()) == o.number) {
			return true
		}
	}
	return false
}

// made reports whether the value of a variable depends only on declarations.
func (o *orders) made(e *Engine, v *types.Var) bool {
	n, ok := o.reach.init[v]
	return !ok || !slices.ContainsFunc(o.reach.from(o.reach.needs[n]), func(v *types.Var) bool {
		u := e.valueOf(o.reach, v)
		return u != nil && !u.initial
	})
}

// digest returns the digest of a file of values. If equal values may have different files, the
// digest is unique.
func digest(path string, unordered bool) (string, error) {
	if path == "" {
		return "not kept", nil
	}
	if unordered {
		return path, nil
	}
	data, err := os.ReadFile(path)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8]), err
}

// vars lists the variables and their stored values.
func (e *Engine) vars(in Cell) {
	for _, name := range slices.Sorted(maps.Keys(e.values)) {
		v := e.values[name]
		switch info, err := os.Stat(v.path); {
		case !slices.ContainsFunc(e.scope.Decls, func(d dialect.Decl) bool { return d.Cell == v.declared && slices.Contains(d.Names, name) }):
		case v.path == "":
			in.sayf("stdout", "cell[%d]: %s %s is not kept: %s\n", v.cell, name, v.is, v.why)
		case err == nil:
			with := strings.Join(slices.DeleteFunc(slices.Clone(v.names), func(other string) bool { return other == name }), ", ")
			if with != "" {
				with = " with " + with
			}
			in.sayf("stdout", "cell[%d]: %s %s, %d bytes%s\n", v.cell, name, v.is, info.Size(), with)
		}
	}
}

// tidy removes files of values that no variable uses.
func (e *Engine) tidy() {
	if len(e.early) > 0 {
		return // they may need these files
	}
	used := map[string]bool{}
	for _, v := range e.values {
		used[filepath.Dir(v.path)], used[v.path] = true, true
	}
	folders, _ := filepath.Glob(filepath.Join(e.temp, "values-*"))
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join(folder, "*"))
		for _, file := range files {
			if !used[file] {
				_ = os.Remove(file)
			}
		}
		if !used[folder] {
			_ = os.Remove(folder)
		}
	}
}

// keeping adds code that loads and keeps values: begin for the start of main, and end for its end.
func (e *Engine) keeping(c *checked) (begin, end string) {
	e.reach = nil
	if e.packages.known[keepPackage].Export == "" {
		return "", ""
	}
	r := c.reaches()
	qualify := c.qualifier()
	scope := c.pkg.Scope()
	var vars, exported, typesOf strings.Builder
	for _, name := range scope.Names() {
		if _, ok := scope.Lookup(name).(*types.Var); ok {
			fmt.Fprintf(&vars, "{%q, &%s}, ", name, name)
		}
	}
	e.reach = r
	if vars.Len() == 0 {
		return "", ""
	}
	for _, p := range e.named(c) {
		list := exportedVars(p)
		if len(list) > 64 || strings.Contains("/"+p.Path()+"/", "/internal/") || p.Path() == "unsafe" || p.Path() == "C" {
			continue // type tables for assembly
		}
		for _, name := range list {
			fmt.Fprintf(&exported, "{%q, &%s.%s}, ", p.Path()+"."+name, qualify(p), name)
		}
	}
	for _, t := range e.dynamic(c, qualify) {
		fmt.Fprintf(&typesOf, "(*%s)(nil), ", t)
	}
	c.imports = append(c.imports, fmt.Sprintf("puzzlelab_keep %q", keepPackage))
	begin = fmt.Sprintf("puzzlelab_kept := puzzlelab_keep.Enter([]puzzlelab_keep.Var{%s}, []puzzlelab_keep.Var{%s}, []any{%s})\n", &vars, &exported, &typesOf)
	return begin, "puzzlelab_kept.Leave()\n"
}

// named returns packages whose variables stored values may refer to: imported ones, package flag, and
// those that every program with values has.
func (e *Engine) named(c *checked) []*types.Package {
	list := c.pkg.Imports()
	paths := []string{"flag"} // package keep has the same imports
	for _, p := range list {
		paths = append(paths, p.Path())
	}
	has := e.packages.closure(paths)
	for _, v := range e.values {
		for _, path := range v.imports {
			if p, err := e.packages.types.Import(path); err == nil && has[path] != nil && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// exportedVars returns the exported variables of a package that can identify a pointer.
func exportedVars(p *types.Package) (names []string) {
	for _, name := range p.Scope().Names() {
		if v, ok := p.Scope().Lookup(name).(*types.Var); ok && v.Exported() {
			switch v.Type().Underlying().(type) {
			case *types.Pointer, *types.Interface, *types.Struct, *types.Map:
				names = append(names, name)
			}
		}
	}
	return names
}

// plainType matches the name of a type, with leading stars and brackets, that can be written.
var plainType = lazy.Regexp(`^((?:\*|\[\])*)([^\[\]{} ]*)\.([\pL_][\pL_\d]*)$`)

// dynamic returns the types of values in interfaces that can be written in the program.
func (e *Engine) dynamic(c *checked, qualify types.Qualifier) (list []string) {
	for _, v := range e.values {
		for _, name := range v.types {
			m := plainType().FindStringSubmatch(name)
			if m == nil {
				continue
			}
			for _, p := range slices.Concat(c.pkg.Imports(), []*types.Package{c.pkg}) {
				t, ok := p.Scope().Lookup(m[3]).(*types.TypeName)
				if ok && p.Path() == m[2] && (p == c.pkg && nameable(t.Type(), p) || p != c.pkg && t.Exported()) {
					list = append(list, m[1]+types.TypeString(t.Type(), qualify))
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
