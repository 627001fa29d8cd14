package execute

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports/origin"
)

// facts holds everything that the outputs of a cell depend on, except the trials that it loads. Its
// digests do not depend on the module's folder.
type facts struct {
	Source      string            `json:"source"`
	Before      string            `json:"before"`   // declarations and commands of earlier cells
	Packages    map[string]string `json:"packages"` // imported packages in local modules, direct and indirect, without comments
	Build       string            `json:"build"`    // toolchain, flags, and module versions
	Environment string            `json:"environment"`
}

// planned is a cell that is going to run.
type planned struct {
	facts facts
	again string // why the cell always runs; "" if it does not
}

// remembered holds the outputs of a cell that has run.
type remembered struct {
	Facts  facts        `json:"facts"`
	Loaded []loaded     `json:"loaded,omitempty"`
	Ran    bool         `json:"ran,omitempty"`    // the cell ran trials, and its output says so; the next output will differ
	Parted string       `json:"parted,omitempty"` // see [engine.Engine.Parted]
	Values engine.Trace `json:"values"`

	outputs []*nbformat.Output
}

// loaded describes the trials of a study loaded by a cell.
type loaded struct {
	origin.Loaded
	Digest string `json:"digest"` // of the journals
}

// cache holds the outputs of earlier runs of a notebook, by facts (as JSON) and cell ID.
type cache struct {
	files []string  // paths of the files of the cache; empty without a cache folder
	plan  []planned // code cells with source, in order

	// again recomputes plan, since packages may have changed.
	again func() []planned

	byFacts, byID map[string]*remembered
	digests       map[string]string      // of journals; dropped when a cell may have run trials
	now           map[string]*remembered // cells of this run, by id
	values        map[string]string      // digests of current values, by variable name
}

// openCache reads the cache for a notebook with parameters. to is the output file, if it is a
// different file. Without a cache folder nothing is cached.
func openCache(ctx context.Context, name, to string, nb *nbformat.Notebook, spec install.Spec, parameters map[string]string) (*cache, error) {
	c := &cache{byFacts: map[string]*remembered{}, byID: map[string]*remembered{}, digests: map[string]string{}, now: map[string]*remembered{}, values: map[string]string{}}
	known, err := read(ctx, spec)
	if err != nil {
		return nil, err
	}
	c.plan = plan(nb, known)
	c.again = func() []planned {
		if known, err := read(ctx, spec); err == nil {
			return plan(nb, known)
		}
		return c.plan
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		return c, nil
	}
	names := []string{name}
	if to != "" && len(parameters) == 0 { // otherwise a cell declares the parameters
		names = append(names, to)
	}
	for _, name := range names {
		if name, err = filepath.Abs(name); err != nil {
			return nil, err
		}
		h := sha256.New()
		fmt.Fprintf(h, "%q %q", name, install.Lookup(spec.Env, experiments.RootVariable))
		for _, name := range slices.Sorted(maps.Keys(parameters)) {
			fmt.Fprintf(h, " %q=%q", name, parameters[name])
		}
		c.files = append(c.files, filepath.Join(folder, "puzzlelab", "cells", short(h)+".ipynb"))
	}
	old, err := nbformat.ReadFile(c.files[0])
	if err != nil {
		return c, nil
	}
	for _, cell := range old.Cells {
		r := &remembered{outputs: cell.Outputs}
		if cell.Metadata.Get(notebooks.MetadataKey, r) != nil {
			continue
		}
		if c.byID[cell.ID] = r; !r.Ran {
			c.byFacts[r.Facts.key()] = r
		}
	}
	return c, nil
}

func (f facts) key() string {
	text, _ := json.Marshal(f) // cannot fail for strings
	return string(text)
}

// Digests returns a digest of each notebook. The digest covers the sources and everything else that
// determines the outputs, except the trials that the notebook loads. If a notebook contains cells
// that always run, its digest is "".
func Digests(ctx context.Context, spec install.Spec, list ...*nbformat.Notebook) ([]string, error) {
	known, err := read(ctx, spec)
	if err != nil {
		return nil, err
	}
	digests := make([]string, len(list))
	for i, nb := range list {
		h := sha256.New()
		fmt.Fprintln(h, nb.Digest(), RunBy)
		always := false
		for _, p := range plan(nb, known) {
			fmt.Fprintln(h, p.facts.key())
			always = always || p.again != ""
		}
		if !always {
			digests[i] = short(h)
		}
	}
	return digests, nil
}

// read reads the facts that are the same for all cells.
func read(ctx context.Context, spec install.Spec) (*contents, error) {
	known, err := readContents(spec.Modules(), spec.Tags())
	if err != nil {
		return nil, err
	}
	known.versions = fmt.Sprint("values survive; ", spec.GoVersion, " ", install.Lookup(spec.Env, "GOFLAGS"), " ", known.versions)
	env := sha256.New()
	for _, kv := range slices.Sorted(slices.Values(spec.Env)) {
		if name, _, _ := strings.Cut(kv, "="); strings.HasPrefix(name, "PUZZLELAB_") && name != experiments.RootVariable && name != origin.Variable {
			fmt.Fprintf(env, "%q\n", kv)
		}
	}
	known.environment = short(env)
	return known, nil
}

// plan determines the facts of all cells.
func plan(nb *nbformat.Notebook, known *contents) (list []planned) {
	var scope dialect.Scope
	before := "" // commands so far
	for cell := range codeCells(nb) {
		p := planned{facts: facts{Build: known.versions, Environment: known.environment, Packages: map[string]string{}}}
		c, err := dialect.Parse(cell.Source)
		if err != nil {
			list = append(list, planned{again: "it does not compile"})
			continue
		}
		p.facts.Before = digest(scope.Text(), before)
		p.facts.Source = digest(dialect.Scope{}.With(0, c).Program(0, c), fmt.Sprintf("%q %q", c.Args, c.Exec))
		scope = scope.With(cell.run, c)
		p.again = again(cell.Cell, c, uses(scope, cell.run, c, known, p.facts.Packages))
		for _, command := range c.Commands {
			before += fmt.Sprintf("%q\n", command.Text)
		}
		if c.Magic != nil {
			before += fmt.Sprintf("%q %q\n", c.Magic, c.Input)
		}
		list = append(list, p)
	}
	return list
}

// digest returns the digest of Go code without comments, and of a text.
func digest(source, also string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s", code.Uncommented(source), also)
	return short(h)
}

// outside maps functions and packages, by their names in Go, to effects that no digest covers. A
// cell that uses one of them always runs.
var outside = map[string]string{
	"exec": "os/exec", "filepath": "path/filepath", "http": "net/http", "ioutil": "io/ioutil", "net": "net", "os": "os", "rand": "math/rand",
	"signal": "os/signal", "syscall": "syscall", "time": "time", "user": "os/user",
}

func isOutside(importPath string) bool {
	switch importPath {
	case "C", "crypto/rand", "embed", "math/rand/v2":
		return true
	}
	return strings.HasPrefix(importPath, "net/") || outside[path.Base(importPath)] == importPath
}

// uses adds the local packages of a cell's program to packages. It returns the first name with
// outside effects, or "" if there is none.
func uses(s dialect.Scope, number int, c *dialect.Cell, known *contents, packages map[string]string) (reaches string) {
	file, err := parser.ParseFile(token.NewFileSet(), "", s.Program(number, c), 0)
	if err != nil {
		return ""
	}
	free := map[string]bool{} // names that neither the program nor Go declares
	for _, name := range file.Unresolved {
		free[name.Name] = types.Universe.Lookup(name.Name) == nil
	}
	written := map[string]bool{}
	for _, i := range s.Imports {
		name := i.Name
		if p := known.of(i.Path); name == "" && p != nil {
			name = p.name
		} else if name == "" {
			prefix, _, _ := module.SplitPathVersion(i.Path)
			name = path.Base(prefix)
		}
		written[name] = true
		if name != "_" && name != "." && !free[name] {
			continue // goimports removes it
		}
		known.closure(i.Path, packages)
		if isOutside(i.Path) {
			reaches = cmp.Or(reaches, i.Path)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(free)) {
		if free[name] && !written[name] { // goimports adds it
			reaches = cmp.Or(reaches, outside[name])
			for _, p := range known.named(name) {
				known.closure(p, packages)
			}
		}
	}
	return reaches
}

// again explains why a cell always runs, or returns "" if it does not.
func again(cell *nbformat.Cell, c *dialect.Cell, reaches string) string {
	switch {
	case c.Runs() != "":
		return "it runs " + c.Runs()
	case reaches != "" && !cell.HasTag(notebooks.TagCache):
		return "it uses " + reaches
	}
	return ""
}

// find returns the remembered outputs of a cell under the current facts, or the reason why it must
// run.
func (c *cache) find(i int, id string) (*remembered, string) {
	p := c.plan[i]
	if p.again != "" {
		return nil, p.again
	}
	if r := c.byFacts[p.facts.key()]; r != nil {
		if changed := c.reloaded(r); changed != "" {
			return nil, "the trials of " + changed + " have changed"
		}
		for _, name := range slices.Sorted(maps.Keys(r.Values.Began)) {
			if c.values[name] != r.Values.Began[name] {
				return nil, "the value of " + name + " has changed"
			}
		}
		return r, ""
	}
	old := c.byID[id]
	if old == nil {
		return nil, "it has not run"
	}
	if old.Ran && old.Facts.key() == p.facts.key() {
		return nil, "it ran trials, which are stored now"
	}
	return nil, old.Facts.differ(p.facts)
}

// reloaded returns the first study whose trials have changed since a cell ran.
func (c *cache) reloaded(r *remembered) string {
	for _, l := range r.Loaded {
		if c.journals(l.Journal) != l.Digest {
			return filepath.Base(l.Journal)
		}
	}
	return ""
}

// journals returns the digest of a folder of journals.
func (c *cache) journals(folder string) string {
	if d, ok := c.digests[folder]; ok {
		return d
	}
	c.digests[folder] = store.JournalDigest(folder)
	return c.digests[folder]
}

// differ describes how now differs from f.
func (f facts) differ(now facts) string {
	for _, fact := range []struct{ was, is, what string }{
		{f.Source, now.Source, "its source has changed"},
		{f.Before, now.Before, "declarations or commands before it have changed"},
		{f.Environment, now.Environment, "the PUZZLELAB_ variables have changed"},
		{f.Build, now.Build, "the toolchain or the versions of modules have changed"},
	} {
		if fact.was != fact.is {
			return fact.what
		}
	}
	var changed []string
	for _, p := range slices.Sorted(maps.Keys(now.Packages)) {
		if f.Packages[p] != now.Packages[p] {
			changed = append(changed, p)
		}
	}
	if len(changed) > 3 {
		changed = append(changed[:2], fmt.Sprintf("%d more", len(changed)-2))
	}
	if changed == nil {
		return "what it imports has changed"
	}
	return "changed: " + strings.Join(changed, ", ")
}

// add remembers a cell that has run, and the trials that it loaded. If the cell ran trials, its
// output mentions them, so its next output will differ. Other cells may have run trials without any
// output.
func (c *cache) add(i int, cell *nbformat.Cell, trials []loaded, parted string, values engine.Trace) {
	maps.Copy(c.values, values.Set)
	if ran := slices.ContainsFunc(trials, func(l loaded) bool { return l.Ran > 0 }); ran || c.plan[i].again != "" {
		clear(c.digests)
		if c.plan[i].again == "" {
			c.now[cell.ID] = &remembered{Facts: c.plan[i].facts, Ran: true}
		} else {
			c.plan = c.again() // the command may have written files
		}
		return
	}
	for k := range trials {
		trials[k].Digest = c.journals(trials[k].Journal)
	}
	c.now[cell.ID] = &remembered{Facts: c.plan[i].facts, Loaded: trials, Parted: parted, Values: values}
}

// keepFor is how long a notebook is remembered after its last run.
const keepFor = 60 * 24 * time.Hour

// close stores the cells of a notebook in the cache, if possible.
func (c *cache) close(nb *nbformat.Notebook) {
	if c.files == nil {
		return
	}
	kept := nbformat.New()
	for _, cell := range nb.Cells {
		r, outputs := c.now[cell.ID], cell.Outputs
		if r == nil {
			if r = c.byID[cell.ID]; r == nil {
				continue
			}
			outputs = r.outputs
		}
		k := &nbformat.Cell{ID: cell.ID, Type: nbformat.Code, Metadata: nbformat.Object{}, Outputs: outputs}
		k.Metadata.Set(notebooks.MetadataKey, r)
		kept.Cells = append(kept.Cells, k)
	}
	folder := filepath.Dir(c.files[0])
	_ = os.MkdirAll(folder, 0o700)
	for _, file := range c.files {
		_ = outfile.Write(file, kept.Write)
	}
	others, _ := os.ReadDir(folder)
	for _, other := range others {
		if info, err := other.Info(); err == nil && time.Since(info.ModTime()) > keepFor {
			_ = os.Remove(filepath.Join(folder, other.Name()))
		}
	}
}
