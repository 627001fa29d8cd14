package engine

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"
)

// reach holds the references in a program: from functions to everything they use, from variables to
// the types of their values, and from types to their methods.
type reach struct {
	c      *checked
	uses   map[types.Object][]types.Object
	inits  []*types.Initializer
	needs  [][]types.Object // references of initializers
	init   map[*types.Var]int
	early  map[int]bool         // initializers that run before values are loaded
	parsed map[int]bool         // early initializers that define flags, whose values are not kept
	writes map[*types.Var][]int // cells that write to a variable
}

// reaches determines the references in the program.
func (c *checked) reaches() *reach {
	r := &reach{
		c: c, uses: map[types.Object][]types.Object{}, inits: c.info.InitOrder, init: map[*types.Var]int{}, early: map[int]bool{}, parsed: map[int]bool{},
		writes: map[*types.Var][]int{},
	}
	begins := r.functions()
	early := func(n int) {
		r.early[n] = true
		begins = append(begins, r.needs[n]...)
	}
	for n, i := range r.inits {
		r.needs = append(r.needs, r.within(i.Rhs))
		for _, v := range i.Lhs {
			r.init[v] = n
		}
		r.parsed[n] = slices.ContainsFunc(r.needs[n], func(o types.Object) bool { return o.Pkg().Path() == "flag" })
		if r.parsed[n] || !slices.ContainsFunc(i.Lhs, func(v *types.Var) bool { return v.Name() != "_" }) {
			early(n)
		}
	}
	for _, name := range c.pkg.Scope().Names() {
		if v, ok := c.pkg.Scope().Lookup(name).(*types.Var); ok {
			r.uses[v] = append(r.uses[v], r.typesIn(v.Type(), map[types.Type]bool{})...)
		}
	}
	for v := range r.reached(&begins) {
		if n, ok := r.init[v]; ok && !r.early[n] {
			early(n)
		}
	}
	return r
}

// functions records what functions use, and returns what init functions use.
func (r *reach) functions() (begins []types.Object) {
	for _, d := range r.c.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		object := r.c.info.Defs[f.Name]
		used := r.within(f)
		if object == nil || isInit(f) {
			begins = append(begins, used...)
			continue
		}
		r.uses[object] = used
		if f.Recv != nil {
			for _, of := range r.within(f.Recv) {
				r.uses[of] = append(r.uses[of], object)
			}
		}
	}
	return begins
}

// loads reports whether a variable holds trials that no cell has written to. They are loaded again,
// which is as fast as loading the value, so that each cell reports their provenance.
func (r *reach) loads(v *types.Var) bool {
	return len(r.writes[v]) == 0 && strings.Contains(v.Type().String(), "/experiments/frame.Frame")
}

// within returns the objects of the notebook and of package flag in a piece of a program, and
// records the variables that it writes to.
func (r *reach) within(n ast.Node) (used []types.Object) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if o := r.c.info.Uses[n]; r.follows(o) && !slices.Contains(used, o) {
				used = append(used, o)
			}
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				r.written(x)
			}
		case *ast.IncDecStmt:
			r.written(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				r.written(n.X)
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && takesAddress(r.c.info.Uses[s.Sel]) {
				r.written(s.X)
			}
		}
		return true
	})
	return used
}

// follows reports whether an object is a method or a global of the notebook, or is in package flag.
func (r *reach) follows(o types.Object) bool {
	switch {
	case o == nil || o.Pkg() == nil:
		return false
	case o.Pkg() == r.c.pkg:
		return o.Parent() == r.c.pkg.Scope() || isMethod(o)
	}
	return o.Pkg().Path() == "flag"
}

// written records that a program writes to an expression, which is a variable or a part of one.
func (r *reach) written(x ast.Expr) {
	switch x := ast.Unparen(x).(type) {
	case *ast.SelectorExpr:
		r.written(x.X)
	case *ast.IndexExpr:
		r.written(x.X)
	case *ast.StarExpr:
		r.written(x.X)
	case *ast.Ident:
		if v, ok := r.c.info.Uses[x].(*types.Var); ok {
			r.writes[v] = append(r.writes[v], r.c.cellOf(x.Pos()))
		}
	}
}

func isMethod(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// takesAddress reports whether an object is a method with a pointer receiver.
func takesAddress(o types.Object) bool {
	if !isMethod(o) {
		return false
	}
	_, pointer := o.(*types.Func).Signature().Recv().Type().(*types.Pointer)
	return pointer
}

// typesIn returns the notebook's types that values of a type may contain.
func (r *reach) typesIn(t types.Type, seen map[types.Type]bool) (list []types.Object) {
	if seen[t] {
		return nil
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		if t.Obj().Pkg() == r.c.pkg {
			list = append(list, t.Obj())
		}
		for a := range t.TypeArgs().Types() {
			list = append(list, r.typesIn(a, seen)...)
		}
		if t.Obj().Pkg() == r.c.pkg {
			list = append(list, r.typesIn(t.Underlying(), seen)...)
		}
	case *types.Struct:
		for f := range t.Fields() {
			list = append(list, r.typesIn(f.Type(), seen)...)
		}
	case *types.Map:
		list = append(r.typesIn(t.Key(), seen), r.typesIn(t.Elem(), seen)...)
	case interface{ Elem() types.Type }:
		list = r.typesIn(t.Elem(), seen)
	}
	return list
}

// reached yields the variables that are reachable from objects. The loop may add objects, so it may
// see a variable several times.
func (r *reach) reached(objects *[]types.Object) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		for done := -1; done < len(*objects); {
			done = len(*objects)
			for _, v := range r.from(*objects) {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// from returns the variables that are reachable from objects, without running initializers.
func (r *reach) from(objects []types.Object) (vars []*types.Var) {
	seen := map[types.Object]bool{}
	var visit func(o types.Object)
	visit = func(o types.Object) {
		if seen[o] || o.Pkg() != r.c.pkg {
			return
		}
		seen[o] = true
		if v, ok := o.(*types.Var); ok && v.Parent() == r.c.pkg.Scope() {
			vars = append(vars, v)
		}
		for _, used := range r.uses[o] {
			visit(used)
		}
	}
	for _, o := range objects {
		visit(o)
	}
	slices.SortFunc(vars, func(a, b *types.Var) int { return strings.Compare(a.Name(), b.Name()) })
	return vars
}
