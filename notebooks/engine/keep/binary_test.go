package keep

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var binaries = flag.Int("binaries", 1, "pairs of programs with random types that keep and load as many random values as rounds says")

// The program of a pair: one keeps values that a seed makes, the other one loads them and compares them with
// what the seed makes there.
const pair = `package main

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"

	"cells/keep"
	%s
)

func main() {
	dir := os.Args[1]
	rounds, _ := strconv.Atoi(os.Args[2])
	for seed := range uint64(rounds) {
		m := newMaker(seed)
		m.known = known
		var chosen []keep.Var
		var names []string
		for _, i := range m.Perm(len(vars))[:1+m.IntN(4)] {
			chosen, names = append(chosen, vars[i]), append(names, vars[i].Name)
		}
		p := keep.Begin(vars, nil, nil)
		folder := fmt.Sprint(dir, "/", seed)
		made := chosen
		if loads {
			made = nil
			for _, v := range chosen {
				reflect.ValueOf(v.Ptr).Elem().SetZero()
				made = append(made, keep.Var{Name: v.Name, Ptr: reflect.New(reflect.TypeOf(v.Ptr).Elem()).Interface()})
			}
		}
		for _, v := range made {
			reflect.ValueOf(v.Ptr).Elem().SetZero()
		}
		for _, v := range made {
			m.fill(reflect.ValueOf(v.Ptr).Elem(), 5)
		}
		if !loads {
			must(seed, os.Mkdir(folder, 0o700))
			units, err := p.Save(folder, names)
			must(seed, err)
			list := ""
			for _, u := range units {
				if u.Why != "" {
					must(seed, fmt.Errorf("refused: %%s", u.Why))
				}
				list += u.Path + " " + strings.Join(u.Names, " ") + "\n"
			}
			must(seed, os.WriteFile(folder+"/units", []byte(list), 0o600))
			continue
		}
		list, err := os.ReadFile(folder + "/units")
		must(seed, err)
		for line := range strings.Lines(string(list)) {
			words := strings.Fields(line)
			must(seed, p.Load(words[0], words[1:]...))
		}
		w := newTwins()
		for i := range made {
			must(seed, w.same(reflect.ValueOf(made[i].Ptr).Elem(), reflect.ValueOf(chosen[i].Ptr).Elem()))
		}
		units, err := p.Save(folder, names)
		must(seed, err)
		for _, u := range units {
			if u.Changed && !u.Unordered {
				must(seed, fmt.Errorf("%%v differ from what was loaded %%s", u.Names, u.Why))
			}
		}
	}
}

func must(seed uint64, err error) {
	if err != nil {
		fmt.Printf("seed %%d: %%v\n", seed, err)
		os.Exit(1)
	}
}
`

// TestRandomValuesSurviveInAnotherBinary keeps values of random types in one program and loads them in
// another one, with other packages and its types and variables in another order.
func TestRandomValuesSurviveInAnotherBinary(t *testing.T) {
	for n := range *binaries {
		dir := t.TempDir()
		write(t, dir, "go.mod", "module cells\n\ngo 1.26\n")
		sources, _ := filepath.Glob("*.go")
		for _, name := range sources {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case name == "graph_test.go":
				write(t, dir, "saves/graph.go", strings.Replace(string(source), "package keep", "package main", 1))
				write(t, dir, "loads/graph.go", strings.Replace(string(source), "package keep", "package main", 1))
			case !strings.HasSuffix(name, "_test.go"):
				write(t, dir, "keep/"+name, string(source))
			}
		}
		types, vars, known := randomTypes(uint64(n))
		tables := fmt.Sprintf("var vars = []keep.Var{%s}\nvar known = []reflect.Type{%s}\n", vars, known)
		const head = "package main\n\nimport (\n\"cells/keep\"\n\"fmt\"\n\"reflect\"\n)\n\nvar _ fmt.Stringer\n"
		write(t, dir, "saves/main.go", fmt.Sprintf(pair, ""))
		write(t, dir, "saves/types.go", head+"const loads = false\n"+strings.Join(types, "")+tables)
		slices.Reverse(types)
		write(t, dir, "loads/main.go", fmt.Sprintf(pair, "_ \"encoding/json\"\n_ \"text/tabwriter\""))
		write(t, dir, "loads/types.go", head+"const loads = true\nvar first [1000]*int\n"+strings.Join(types, "")+tables)
		build := exec.Command("go", "build", "-o", "bin/", "./saves", "./loads")
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, name := range []string{"saves", "loads"} {
			program := exec.Command("bin/"+name, dir, fmt.Sprint(*rounds))
			program.Dir = dir
			if out, err := program.CombinedOutput(); err != nil {
				t.Fatalf("pair %d %s: %v\n%s", n, name, err, out)
			}
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	}
}

// randomTypes writes declarations of types and of variables of them, what package keep is told of these, and
// the types.
func randomTypes(seed uint64) (declarations []string, vars, known string) {
	m := newMaker(seed + 1e6)
	refer := regexp.MustCompile(`(\*|\[\])small`)
	for i := range 60 {
		text := strings.ReplaceAll(m.typ(4).String(), reflect.TypeFor[small]().PkgPath()+".", "")
		text = strings.ReplaceAll(text, "keep.", "")
		text = refer.ReplaceAllStringFunc(text, func(x string) string { return strings.Replace(x, "small", fmt.Sprint("T", m.IntN(60)), 1) })
		declarations = append(declarations, fmt.Sprintf("type T%d %s\n\nvar v%d T%d\n\n", i, text, i, i))
		vars += fmt.Sprintf("{Name: \"v%d\", Ptr: &v%d}, ", i, i)
		known += fmt.Sprintf("reflect.TypeFor[T%d](), ", i)
	}
	return declarations, vars, known
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
