//go:build unix

package kernel

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// A notebook of the table is pairs of a cell and what it shows; see shown. A cell
// that ought to fail is tagged, and shows the beginning of what is wanted here.
const (
	fails     = "tags: raises-exception\n"
	gonbShows = "; GoNB shows "
	inC       = "cells with C"
)

var meanings = map[string][]string{
	"initializers run up to the cell": {
		"func say(s string) string { fmt.Println(s); return s }\nvar a = say(\"a\")", `stdout: "a\n"`,
		"%%\nfmt.Println(\"main\")", `stdout: "main\n"` + gonbShows + `stdout: "a\nmain\n"`,
		"var c = say(b + \"c\")\nvar b = say(\"b\")", `stdout: "b\nbc\n"` + gonbShows + `stdout: "a\nb\nbc\n"`,
		"%%\nfmt.Println(a, b, c)", `stdout: "a b bc\n"` + gonbShows + `stdout: "a\nb\nbc\na b bc\n"`,
		"var _ = say(\"blank\")", `stdout: "blank\n"` + gonbShows + `stdout: "blank\nblank\na\nb\nbc\n"`,
	},
	"names declared later": {
		fails + "%%\nfmt.Println(late)", "compile error: cell[1]:2:13: undefined: late",
		"var late = 1", "",
		"%%\nfmt.Println(late)", `stdout: "1\n"`,
		fails + "func f() int { return g() }", "compile error: cell[4]:1:23: undefined: g",
		"func g() int { return 2 }", "",
		fails + "%%\nfmt.Println(f())", "compile error: cell[6]:2:13: undefined: f",
	},
	"declarations are replaced": {
		"func f() int { return 1 }\nvar n = f()", "",
		"%%\nfmt.Println(f(), n)", `stdout: "1 1\n"`,
		"func f() int { return 2 }", "",
		"%%\nfmt.Println(f(), n)", `stdout: "2 1\n"` + gonbShows + `stdout: "2 2\n"`,
		"var n = \"text\"", "",
		"%%\nfmt.Println(f(), n)", `stdout: "2 text\n"`,
		"var q, r = 7/2, 7%2\nvar x, y = func() (int, int) { return 3, 4 }()", "",
		"var x = 5", "",
		"%%\nfmt.Println(q, r, x)", `stdout: "3 1 5\n"`,
		fails + "%%\nfmt.Println(y)", `stdout: "4\n"` + gonbShows + "compile error: cell[10]:2:13: undefined: y",
		fails + "const n = 3", "compile error: cell[5]:1:5: n redeclared" + gonbShows + "compile error: cell[5]:1:2: n redeclared",
		"%rm n", "*",
		"const n = 3", "",
		"%%\nfmt.Println(n)", `stdout: "3\n"`,
	},
	"one name twice in a cell": {
		fails + "type twice int\ntype twice string", "compile error: cell[1]:2:6: twice redeclared" + gonbShows,
	},
	"types and methods": {
		"type T int\ntype pair[K comparable, V any] struct{ key K; value V }", "",
		"%%\nfmt.Println(T(3), pair[string, int]{\"a\", 1})", `stdout: "3 {a 1}\n"`,
		"func (t T) String() string { return fmt.Sprintf(\"T%d\", int(t)) }", "",
		"%%\nfmt.Println(T(3))", `stdout: "T3\n"`,
		"func (p *pair[K, V]) set(v V) { p.value = v }\nvar p = pair[string, T]{key: \"k\"}", "",
		"%%\np.set(4)\nfmt.Println(p)", `stdout: "{k 4}\n"`,
		"%%\nfmt.Println(p)", `stdout: "{k 4}\n"` + gonbShows + `stdout: "{k 0}\n"`,
		"const (\n\tred = iota + 1\n\tgreen\n)", "",
		"%%\nfmt.Println(red, green)", `stdout: "1 2\n"`,
	},
	"init functions": {
		"func init_a() { fmt.Println(\"init a\") }", `stdout: "init a\n"`,
		"%%\nfmt.Println(1)", `stdout: "init a\n1\n"`,
		"var v = 5\nfunc init_b() { v++ }", `stdout: "init a\n"`,
		"%%\nfmt.Println(v)", `stdout: "init a\n6\n"`,
		"func init_a() { fmt.Println(\"another a\") }", `stdout: "another a\n"`,
		"%%\nfmt.Println(v)", `stdout: "another a\n6\n"`,
	},
	"types without a name here": {
		"import \"encoding/binary\"", "",
		"%%\nfmt.Println(1)", `stdout: "1\n"`,
		"var order = binary.LittleEndian", "",
		"%%\nfmt.Println(order.String())", `stdout: "LittleEndian\n"`,
		"import . \"strings\"\nvar up = ToUpper\nvar when time.Duration = 3 * time.Second", "",
		"%%\nfmt.Println(up(\"x\"), when)", `stdout: "X 3s\n"`,
		"var all = slices.Sorted(maps.Keys(map[string]bool{\"b\": true, \"a\": true}))", "",
		"%%\nfmt.Println(all)", `stdout: "[a b]\n"`,
	},
	"programs and their arguments": {
		"var n = flag.Int(\"n\", 1, \"\")", "",
		"%% -n 3 rest \"of it\"\nfmt.Printf(\"%d %q\\n\", *n, flag.Args())", `stdout: "3 [\"rest\" \"of it\"]\n"`,
		"%%\nfmt.Println(*n, flag.NArg())", `stdout: "1 0\n"`,
		"func hello() { fmt.Println(\"hello\", flag.Args()) }\n%exec hello a b", `stdout: "hello [a b]\n"`,
		"func main() { fmt.Println(\"main\") }", `stdout: "main\n"`,
		"%main\ndefer fmt.Println(\"deferred\")\nreturn", `stdout: "deferred\n"`,
		"package other\n\n%%\nfmt.Println(\"package\")", `stdout: "package\n"`,
		"//gonb:%%\nfmt.Println(\"commented\")", `stdout: "commented\n"`,
		fails + "%%\nos.Exit(3)", "exit: exit: exit status 3" + gonbShows + "stderr: \"exit status 3\\n\"\nexit: exit: exit status 3",
		fails + "%%\npanic(\"boom\")", "*",
	},
	"commands": {
		fails + "%env GREETING=hi there", "*",
		"%env NAME \"you all\"", `stdout: "Set: NAME=\"you all\"\n"`,
		"!echo $NAME \\\n again", `stdout: "you all again\n"`,
		"%%\nfmt.Println(os.Getenv(\"NAME\"))", `stdout: "you all\n"`,
		"%%bash\nread x <<< \"from bash\"; echo $x", `stdout: "from bash\n"`,
		"%%script cat\none\ntwo", `stdout: "one\ntwo\n"`,
		fails + "!exit 4", "*",
		"var x = 1\n!echo first\n%%\nfmt.Println(\"then\", x)", `stdout: "first\nthen 1\n"`,
	},
	"blank imports": {
		"import (\n\t\"image\"\n\t_ \"image/gif\"\n\t_ \"image/png\"\n)", "",
		"import _ \"image/jpeg\"", "",
		"%%\n_, format, err := image.DecodeConfig(strings.NewReader(\"GIF89a\\x01\\x00\\x01\\x00\\x00\\x00\\x00\"))\nfmt.Println(format, err)",
		`stdout: "gif <nil>\n"` + gonbShows + `stdout: " image: unknown format\n"`,
	},
	"blank variables": {
		"var _ uint64 = 1 << 63\nvar _ error = nil", "",
		"%%\nfmt.Println(\"fine\")", `stdout: "fine\n"`,
		"var n = 3\n%%\nfmt.Println(n)", `stdout: "3\n"`,
	},
	"functions init of one cell": {
		"func init() { fmt.Println(\"one\") }\nfunc init() { fmt.Println(\"two\") }", `stdout: "one\ntwo\n"` + gonbShows + `stdout: "two\n"`,
		"%%\nfmt.Println(1)", `stdout: "one\ntwo\n1\n"` + gonbShows + `stdout: "two\n1\n"`,
	},
	"tuples": {
		"func tuple() (x, y, z int) { return 3, 5, 7 }\n\nvar a, _, c = tuple()\n\n%%\nfmt.Printf(\"a=%d, c=%d\\n\", a, c)", `stdout: "a=3, c=7\n"`,
		"var c = float32(1.5)\n\n%%\nfmt.Printf(\"c=%g\\n\", c)", `stdout: "c=1.5\n"`,
		"%rm a", `stdout: ". removed var a\n"` + gonbShows + `stderr: ". key \"a\" not found in any definition, not removed\n"`,
		"const (\n\tA = iota\n\tB\n)", "",
		fails + "const B = 7", "" + gonbShows + "compile error",
		fails + "%%\nfmt.Println(A, B)", `stdout: "0 7\n"` + gonbShows + `stdout: "0 1\n"`,
	},
	"scripts": {
		"%%sh\nX=19\necho $X", `stdout: "19\n"`,
		"%%writefile ${TMPDIR}/puzzlelab-test-poem.txt\nline", "*",
		"%%writefile -a ${TMPDIR}/puzzlelab-test-poem.txt\nanother", "*",
		"!cat $TMPDIR/puzzlelab-test-poem.txt; rm $TMPDIR/puzzlelab-test-poem.txt", `stdout: "line\nanother\n"`,
		fails + "X=17\n%%sh\necho $X", "*",
	},
	"flags of go build": {
		"import (\n\t\"fmt\"\n\t\"os\"\n)\n%goflags -tags=x", `stdout: "%goflags=[\"-tags=x\"]\n"`,
		"%goflags", `stdout: "%goflags=[\"-tags=x\"]\n"`,
		"%goflags \"\"", `stdout: "%goflags=[]\n"`,
		"%goflags -cover", `stdout: "%goflags=[\"-cover\"]\n"`,
		"%env GOCOVERDIR /nowhere", `stdout: "Set: GOCOVERDIR=\"/nowhere\"\n"`,
		"func A() { fmt.Println(\"A\", os.Getenv(\"GOCOVERDIR\")) }\n%%\nA()\nos.Unsetenv(\"GOCOVERDIR\")", "*",
		"%goflags \"\"", `stdout: "%goflags=[]\n"`,
		"%%\nA()", `stdout: "A /nowhere\n"`,
	},
	"comments that mean something": {
		"import (\n\t_ \"embed\"\n\t\"fmt\"\n\t\"strings\"\n)\n\n//go:embed doc.go\nvar text string\n\n%%\nfmt.Println(strings.HasPrefix(text, \"// Package kernel\"))",
		`stdout: "true\n"` + gonbShows + `stdout: "false\n"`,
		"//go:build linux || darwin\n\n%%\nfmt.Println(\"here\")", `stdout: "here\n"`,
		fails + "//go:build ignore\n\n%%\nfmt.Println(\"here\")", "kernel: kernel: //go:build ignore does not hold here" + gonbShows + `stdout: "here\n"`,
	},
	inC: {
		"import \"C\"\n\n%%\nfmt.Println(C.int(4))", `stdout: "4\n"`,
		fails + "// static int three(void) { return 3; }\nimport \"C\"\n\n%%\nfmt.Println(C.three())", `stdout: "3\n"` + gonbShows + "*",
	},
	"two displays of one id": {
		"import \"github.com/janpfeifer/gonb/gonbui\"", "",
		"%%\ngonbui.UpdateMarkdown(\"id\", \"one\")\ngonbui.UpdateMarkdown(\"id\", \"two\")\ngonbui.Sync()", `display_data: ""`,
	},
}

// cells makes a notebook of code cells. Each source may begin with "tags: a b" on a line
// of its own.
func cells(sources ...string) *nbformat.Notebook {
	nb := nbformat.New()
	for _, s := range sources {
		var tags []string
		if first, rest, ok := strings.Cut(s, "\n"); ok && strings.HasPrefix(first, "tags: ") {
			tags, s = strings.Fields(first)[1:], rest
		}
		nb.Cells = append(nb.Cells, nbformat.NewCell(nbformat.Code, s, tags...))
	}
	return nb
}

// shown returns a cell's outputs as text, one line each, streams of one name
// together, as their order among each other is not defined.
func shown(c *nbformat.Cell) string {
	var lines []string
	for _, name := range []string{"stdout", "stderr"} {
		text := ""
		for _, o := range c.Outputs {
			if o.Type == nbformat.Stream && o.Name == name {
				text += o.Text
			}
		}
		if text != "" {
			lines = append(lines, fmt.Sprintf("%s: %q", name, text))
		}
	}
	for _, o := range c.Outputs {
		switch o.Type {
		case nbformat.Stream:
		case nbformat.Error:
			lines = append(lines, fmt.Sprintf("%s: %s", o.ErrorName, strings.Join(o.Traceback, "\n")))
		default:
			text, _ := o.Data.Text("text/plain")
			lines = append(lines, fmt.Sprintf("%s: %q", o.Type, text))
		}
	}
	return strings.Join(lines, "\n")
}

// runs are the ways to execute cells that are compared.
func runs() map[string]func(*testing.T, ...string) (*nbformat.Notebook, error) {
	return map[string]func(*testing.T, ...string) (*nbformat.Notebook, error){
		"engine": func(t *testing.T, sources ...string) (*nbformat.Notebook, error) {
			spec, err := compiled()
			if err != nil {
				t.Fatal(err)
			}
			nb := cells(sources...)
			_, err = execute.Run(t.Context(), nb, execute.Options{Kernel: spec, Log: t.Output()})
			return nb, err
		},
		"gonb": func(t *testing.T, sources ...string) (*nbformat.Notebook, error) {
			nb := cells(sources...)
			return nb, runGoNB(t, nb, ".")
		},
	}
}

func TestWhatCellsMean(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs cells for a minute")
	}
	engines := runs()
	if !*exhaustive {
		delete(engines, "gonb")
	}
	for name, pairs := range meanings {
		for engine, run := range engines {
			t.Run(name+"/"+engine, func(t *testing.T) {
				if _, err := exec.LookPath("gcc"); name == inC && (err != nil || os.Getenv("CGO_ENABLED") == "0") {
					t.Skip("no C compiler")
				}
				var sources []string
				for i := 0; i < len(pairs); i += 2 {
					sources = append(sources, pairs[i])
				}
				nb, err := run(t, sources...)
				if err != nil {
					t.Fatal(err)
				}
				for i, c := range nb.Cells {
					want, other, differs := strings.Cut(pairs[2*i+1], gonbShows)
					if differs && engine == "gonb" {
						want = other
					}
					got := shown(c)
					if want != "*" && got != want && (!strings.HasPrefix(sources[i], fails) || !strings.HasPrefix(got, want)) {
						t.Errorf("cell %d\n%s\nshows\n%s\nwant\n%s", i+1, c.Source, got, want)
					}
				}
			})
		}
	}
}
