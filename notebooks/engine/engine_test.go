//go:build unix

package engine

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// TestMain lets cells find a shell where every Unix has one, also if PATH holds
// little.
func TestMain(m *testing.M) {
	os.Setenv("PATH", os.Getenv("PATH")+":/usr/bin:/bin")
	os.Exit(m.Run())
}

// own is what compiles cells in this folder. Finding it takes longer than a cell.
var own = sync.OnceValues(func() (install.Spec, error) {
	return install.Command(context.Background(), "", install.Compiled, os.Stderr)
})

// start starts an engine in a module, that of this package if dir is "".
func start(t testing.TB, dir string) *Engine {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	spec, err := own()
	if dir != "" {
		spec, err = install.Command(t.Context(), dir, install.Compiled, t.Output())
	}
	if err != nil {
		t.Fatal(err)
	}
	e, err := Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// run runs a cell and returns what it shows, a line each, and its error.
func run(t testing.TB, e *Engine, in Cell) string {
	t.Helper()
	var shows []string
	in.Number = e.last + 1
	in.Emit = func(o Output) {
		if n := len(shows); n > 0 && o.Type == nbformat.Stream && strings.HasPrefix(shows[n-1], o.Name) {
			shows[n-1] += o.Text
			return
		}
		shows = append(shows, kindOfOutput(o)+" "+text(o))
	}
	if err := e.Run(t.Context(), in); err != nil {
		shows = append(shows, "error "+err.Error())
	}
	return strings.Join(shows, "\n")
}

// kindOfOutput names what an output is.
func kindOfOutput(o Output) string {
	switch {
	case o.Type == nbformat.Stream:
		return o.Name
	case o.Update:
		return "update_display_data"
	}
	return string(o.Type)
}

// text is what an output has as text.
func text(o Output) string {
	if o.Type == nbformat.Stream {
		return o.Text
	}
	if _, rich := o.Data["image/png"]; rich {
		return "a picture"
	}
	return fmt.Sprint(o.Data["text/plain"])
}

func TestTheLastExpressionOfACellIsShown(t *testing.T) {
	e := start(t, "")
	cells := []struct{ cell, want string }{
		{"6*7", "execute_result 42"},
		{"// the answer\n6 *\n\t7 // is this", "execute_result 42"},
		{"type point struct{ x, y int }\nfunc origin() point { return point{} }\nfunc both() (int, error) { return 1, nil }", ""},
		{"origin()", "execute_result {0 0}"},
		{"%%\np := point{1, 2}\np", "execute_result {1 2}"},
		{"%%\nfmt.Println(\"one\")\n[]string{\"two\"}", "stdout one\n\nexecute_result [two]"},
		// Functions that Go calls for what they do.
		{"%%\nfmt.Println(\"printed\")", "stdout printed\n"},
		{"fmt.Println(\"printed\")", "stdout printed\n"},
		{"%%\nos.Stderr.WriteString(\"written\\n\")", "stderr written\n"},
		// Errors come last.
		{"%%\nboth()", "execute_result 1"},
		{"strconv.Atoi(\"x\")", "execute_result error: strconv.Atoi: parsing \"x\": invalid syntax"},
		{"strings.Cut(\"a=b\", \"=\")", "execute_result a b true"},
		{"errors.New(\"bad\")", "execute_result error: bad"},
		{"%%\nerr := errors.New(\"bad\")\nerr", "execute_result bad"},
		{"%%\nos.Setenv(\"x\", \"y\")", ""},
		{"%%\nfunc() {}()", ""},
		{"%%\nif true {\n\torigin()\n}", ""},
		// What package display knows.
		{`reports.Text{Markdown: "*so*"}`, "execute_result *so*"},
		{"func table(err error) (reports.Text, error) { return reports.Text{Markdown: \"*that*\"}, err }\n%%\ntable(nil)", "execute_result *that*"},
		{"var x any = 5\n%%\nx", "execute_result 5"},
		{"nowhere + 1", "error cell[21]:1:1: undefined: nowhere"},
		{"6*7)", "error cell[22]:1:4: ) closes nothing"},
	}
	foresee(e, cells, func(c struct{ cell, want string }) string { return c.cell })
	for _, tc := range cells {
		if got := run(t, e, Cell{Source: tc.cell}); got != tc.want {
			t.Errorf("%s\nshows %q\nwant  %q", tc.cell, got, tc.want)
		}
	}
}

func TestWithoutPackageDisplayValuesAreText(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/go.mod", "module example.com/own\n\ngo 1.26\n")
	e := start(t, dir)
	if got, want := run(t, e, Cell{Source: "any(map[string]int{\"a\": 1})"}), "execute_result map[a:1]"; got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
}

func TestDeclarationsRunWhatCanBeSeen(t *testing.T) {
	e := start(t, "")
	cells := []struct{ cell, want string }{
		{"type point struct{ x, y int }\nvar p = &point{x: 1, y: 2 * 3}\nvar f = func() int { panic(1) }\nvar names = map[string][]int{\"a\": {1}}", ""},
		{"var broken = 1 / len(names[\"none\"])", "error cell[2]:1: panic: runtime error: integer divide by zero"},
		{"var broken = p.x", ""},
		{"func twice(x int) int", "error cell[4]:1:6: missing function body"},
		{"var said, _ = fmt.Println(\"said\")", "stdout said\n"},
		{"var other = 1", ""},
		{"%rm said", "stdout . removed var said\n"},
		{"func init_it() { fmt.Println(\"init\") }", "stdout init\n"},
		{"var list = f()", "error cell[9]:1: panic: 1"},
	}
	foresee(e, cells, func(c struct{ cell, want string }) string { return c.cell })
	for _, tc := range cells {
		got := run(t, e, Cell{Source: tc.cell})
		got, _, _ = strings.Cut(got, "\n\ngoroutine ")
		if got != tc.want {
			t.Errorf("%s\nshows %q\nwant  %q", tc.cell, got, tc.want)
		}
	}
}

func TestPackagesAreThoseOfTheirFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/go.mod", "module example.com/own\n\ngo 1.26\n")
	write(t, dir+"/own.go", "package own\n\nconst N = 1\n")
	e := start(t, dir)
	check := func(cell, want string) {
		t.Helper()
		if got := run(t, e, Cell{Source: cell}); got != want {
			t.Errorf("%s\nshows %q\nwant  %q", cell, got, want)
		}
	}
	check("import \"example.com/own\"\n%%\nown.N", "execute_result 1")
	write(t, dir+"/own.go", "package own\n\nconst N, M = 20, 3\n")
	check("own.N + own.M", "execute_result 23")
	write(t, dir+"/own.go", "package own\n\nconst N = x\n")
	if got := run(t, e, Cell{Source: "own.N"}); !strings.Contains(got, "undefined: x") {
		t.Errorf("a package that does not compile: %q", got)
	}
	write(t, dir+"/own.go", "package own\n\nconst N = \"mended\"\n")
	check("own.N", "execute_result mended")
}

func TestReadingStandardInputAsksOrFails(t *testing.T) {
	e := start(t, "")
	const reads = "%%\nin := bufio.NewScanner(os.Stdin)\nfor range 2 {\n\tin.Scan()\n\tfmt.Printf(\"%q\\n\", in.Text())\n\ttime.Sleep(time.Second / 5)\n}"
	if got, want := run(t, e, Cell{Source: reads}), "error cell[1]: the cell reads its standard input, but nobody is there to ask"; !strings.HasSuffix(got, want) {
		t.Errorf("nobody there: %q, want %q", got, want)
	}
	if got, want := run(t, e, Cell{Source: "!read x; echo \"<$x>\""}), "stdout <>\n"; got != want {
		t.Errorf("a command, nobody there: %q, want %q", got, want)
	}
	if !canAsk {
		return
	}
	var asked int
	answer := func(context.Context) (string, error) {
		asked++
		return fmt.Sprint("answer ", asked), nil
	}
	if got, want := run(t, e, Cell{Source: reads, Input: answer}), "stdout \"answer 1\"\n\"answer 2\"\n"; got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
	if got, want := run(t, e, Cell{Source: "!for i in 1 2; do read x; echo \"<$x>\"; done", Input: answer}), "stdout <answer 3>\n<answer 4>\n"; got != want {
		t.Errorf("a command shows %q, want %q", got, want)
	}
	if asked != 4 {
		t.Errorf("asked %d times", asked)
	}
}

// restIn returns what is in the file that a cell names for what it shows beyond the limit, and cuts the name out of what it shows.
func restIn(t *testing.T, got string) (shows, rest string) {
	t.Helper()
	const before, after = "all of the rest is in ", " until the kernel ends"
	begin, named, _ := strings.Cut(got, before)
	file, end, _ := strings.Cut(named, after)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%q: %v", got, err)
	}
	return begin + before + after + end, string(text)
}

func TestLongOutputIsCut(t *testing.T) {
	e := start(t, "")
	run(t, e, Cell{Source: "%env " + LimitVariable + " 0.00001"}) // 10 bytes
	const source = "%%\nfor range 4 {\n\tfmt.Print(\"äöüß\")\n}"
	got, rest := restIn(t, run(t, e, Cell{Source: source, Rest: true}))
	if want := "stdout äöüßä\nstderr \n… output cut here; all of the rest is in  until the kernel ends\n"; got != want || rest != "öüßäöüßäöüß" {
		t.Errorf("shows %q, want %q, and the rest is %q", got, want, rest)
	}
	if got, want := run(t, e, Cell{Source: source}), "stdout äöüßä\nstderr \n… output cut here; PUZZLELAB_OUTPUT_MB sets how many megabytes a cell may show\n"; got != want {
		t.Errorf("where nobody waits it shows %q, want %q", got, want)
	}
	if files, err := filepath.Glob(e.File("output-*")); len(files) != 1 {
		t.Errorf("files %q, %v", files, err)
	}
}

func TestTheEndOfLongOutputIsShown(t *testing.T) {
	e := start(t, "")
	var texts []string
	emit := func(o Output) { texts = append(texts, text(o)) }
	if err := e.Run(t.Context(), Cell{Number: 1, Source: "%%\nfor i := range 500_000 {\n\tfmt.Println(i)\n}", Emit: emit}); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(texts, "")
	if len(all) > 1_100_000 || !strings.HasPrefix(all, "0\n1\n") || !strings.HasSuffix(all, "\n499999\n") {
		t.Errorf("%d bytes: %.20q … %q", len(all), all, all[len(all)-20:])
	}
	before, after, _ := strings.Cut(all, "\n… output cut here")
	after = strings.TrimLeft(after, "\n")
	left, tail, _ := strings.Cut(after[strings.Index(after, "… "):], " bytes later:\n")
	if got, want := left, fmt.Sprintf("… %d", 3_388_890-len(before)-len(tail)); got != want {
		t.Errorf("%s bytes are left out, want %s", got, want)
	}
}

func TestDisplaysBeyondTheLimitGoIntoTheFile(t *testing.T) {
	e := start(t, "")
	run(t, e, Cell{Source: "import \"github.com/janpfeifer/gonb/gonbui\"\n%env " + LimitVariable + " 0.00001"}) // 10 bytes
	got, rest := restIn(t, run(t, e, Cell{Rest: true, Source: "%%\ngonbui.DisplayMarkdown(\"few\")\ngonbui.UpdateMarkdown(\"id\", \"\")\ngonbui.DisplayMarkdown(strings.Repeat(\"many\", 30))\ngonbui.DisplayMarkdown(\"more\")\n" +
		"for range 3 { gonbui.UpdateMarkdown(\"id\", strings.Repeat(\"anew\", 30)) }"}))
	if want := "display_data <nil>\ndisplay_data <nil>\nstderr \n… output cut here; all of the rest is in  until the kernel ends\n" + strings.Repeat("\nupdate_display_data <nil>", 3); got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
	want := fmt.Sprintf("{\"text/markdown\":%q}\n{\"text/markdown\":\"more\"}\n", strings.Repeat("many", 30))
	if rest != want {
		t.Errorf("the rest is %q, want %q", rest, want)
	}
	if got := run(t, e, Cell{Source: "strings.Repeat(\"many\", 30)"}); !strings.HasPrefix(got, "stderr \n… output cut here") {
		t.Errorf("a value shows %q", got)
	}
}

func TestCellsAreMeasured(t *testing.T) {
	e := start(t, "")
	run(t, e, Cell{Source: "func spin() (n int) {\n\tfor range 500_000_000 {\n\t\tn++\n\t}\n\treturn n\n}"})
	for _, tc := range []struct{ source, want string }{
		{"%time\n%%\nspin()\nprint()", `^display_data wall \d+\.\d{3} s, CPU \d+\.\d{3} s \(user \d+\.\d{3} s, system \d+\.\d{3} s\)$`},
		{"%%time\nfmt.Println(1)", `^stdout 1\n\ndisplay_data wall `},
		{"%time\nvar spun = spin()", `^display_data wall (0\.0[5-9]|0\.[1-9]|[1-9])`},
		{"%prun\nvar again = spin()", `^display_data Duration: (?s:.*) flat% (?s:.*) main\.spin`},
		{"%%prun\n_ = spin()", `^display_data Duration: (?s:.*) main\.main\n?`},
		{"%%prun\npanic(1)", `^error cell`},
		{"%%\nspun == again", `^execute_result true$`},
	} {
		if got := run(t, e, Cell{Source: tc.source}); !regexp.MustCompile(tc.want).MatchString(got) {
			t.Errorf("%q shows\n%s\nwant %s", tc.source, got, tc.want)
		}
	}
}

func TestNamesAreThoseThatCanStandAtTheCursor(t *testing.T) {
	e := start(t, "")
	run(t, e, Cell{Source: "type inner struct{ Deep int }\ntype point struct {\n\tinner\n\tx   int // across\n\tyes int\n}\n\n// Move goes to the right.\nfunc (p *point) Move(dx int) {}\nvar place = point{}"})
	e.Warm(t.Context())
	for _, tc := range []struct{ source, want, called string }{
		{"%%\nfmt.Print|ln(place)", "func fmt.Println(a ...any) (n int, err error)\n\nPrintln formats using the default formats", ""},
		{"%%\nfmt.Println(pla|ce)", "var place point", "func fmt.Println("},
		{"%%\nfmt.Println(1, |", "", "func fmt.Println("},
		{"%%\nplace.Move(1 + |)", "", "func (*point).Move(dx int)\n\nMove goes to the right."},
		{"%%\nplace.x| = 1", "field x int\n\nacross", ""},
		{"var f *flag.FlagSe|t", "type flag.FlagSet struct", ""},
		{"var r = exec.Command(|", "", "func exec.Command(name string, arg ...string) *exec.Cmd"},
		{"%env| A B", "%env NAME VALUE    set an environment variable", ""},
		{"?fmt.Printl|n", "func fmt.Println(", ""},
		{"!ls|", "", ""},
	} {
		source, offset := strings.Replace(tc.source, "|", "", 1), strings.IndexByte(tc.source, '|')
		if got := e.View(source, offset).Describe(); !strings.HasPrefix(got, tc.want) || tc.want == "" && got != "" {
			t.Errorf("%s: described as %q, want %q", tc.source, got, tc.want)
		}
		called, ok := e.Called(source, offset)
		if got := called.Describe(); ok != (tc.called != "") || ok && !strings.HasPrefix(got, tc.called) {
			t.Errorf("%s: in a call of %q, want %q", tc.source, got, tc.called)
		}
	}
	for source, want := range map[string]string{"%": "prun", "%en": "env", "%%wr": "writefile", "//gonb:%ti": "time", "x %": "", "%env A": "", "%%\n%": "args"} {
		found := e.View(source, len(source)).Commands()
		if (want == "") != (found == nil) || want != "" && !slices.ContainsFunc(found, func(n Name) bool { return n.Text == want }) {
			t.Errorf("%s: completed by %v, want %q", source, found, want)
		}
	}
	for source, want := range map[string]string{"?fmt.Println": "func fmt.Println(", "place?": "var place point", "?": "%%     ", "?%env": "%env NAME", "?nowhere": "nothing is known of nowhere"} {
		if got := run(t, e, Cell{Source: source}); !strings.HasPrefix(got, "display_data "+want) {
			t.Errorf("%s shows %q, want %q", source, got, want)
		}
	}
	for source, want := range map[string]string{
		"%%\nfmt.Printl|": "Println function func(a ...any) (n int, err error)",
		"%env A=b\n%%\nlocal, lo := 1, 2\nloc| + 1\nx := 1": "local instance int",
		"pl|":                       "place instance point",
		"place.|":                   "Deep Move inner x yes",
		"%%\nq := &place\nq.y| = 2": "yes property int",
		"%%\nif true {\n\tplace.m|": "Move function func(dx int)",
		"var z = poi|":              "point class point",
		"%%\nnowhere.|":             "",
		"!ec|":                      "",
	} {
		offset := strings.IndexByte(source, '|')
		names := e.View(strings.Replace(source, "|", "", 1), offset).Names()
		var got []string
		for _, n := range names {
			got = append(got, n.Text)
		}
		if len(names) == 1 {
			got = append(got, names[0].Kind, names[0].Type)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

func TestNothingIsLostOnASlowListener(t *testing.T) {
	e := start(t, "")
	got := 0
	in := Cell{Number: 1, Source: "%%\nfmt.Print(strings.Repeat(\"x\", 90_000))", Emit: func(o Output) {
		if got == 0 {
			time.Sleep(2 * outputDelay)
		}
		got += len(o.Text)
	}}
	if err := e.Run(t.Context(), in); err != nil || got != 90_000 {
		t.Errorf("%d bytes came, %v", got, err)
	}
}

func TestPrintedTextAndDisplaysKeepTheirOrder(t *testing.T) {
	e := start(t, "")
	const n = 500
	var got, want []string
	in := Cell{Number: 1, Source: fmt.Sprintf(`import "github.com/puzzlelab/puzzlelab/notebooks/display"

%%%%
for i := range %d {
	fmt.Println("out", i)
	display.Show("shown", i)
	fmt.Fprintln(os.Stderr, "err", i)
	display.Show("again", i)
}`, n), Emit: func(o Output) { got = append(got, kindOfOutput(o)+" "+text(o)) }}
	for i := range n {
		want = append(want, fmt.Sprintf("stdout out %d\n", i), fmt.Sprintf("display_data shown %d", i), fmt.Sprintf("stderr err %d\n", i), fmt.Sprintf("display_data again %d", i))
	}
	if err := e.Run(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

func TestPackageDisplaySharesTheConnectionOfGonbui(t *testing.T) {
	e := start(t, "")
	run(t, e, Cell{Source: "import \"github.com/puzzlelab/puzzlelab/notebooks/display\"\n%%\ndisplay.Show(1)"})
	if e.packages.known[gonbui] != nil {
		t.Error("a cell links gonbui that does not import it")
	}
	got := run(t, e, Cell{Source: `import "github.com/janpfeifer/gonb/gonbui"
%%
for i := range 3 {
	gonbui.DisplayMarkdown(fmt.Sprint("gonbui ", i))
	display.Show("display", i)
}`})
	want := "display_data <nil>\ndisplay_data display 0\ndisplay_data <nil>\ndisplay_data display 1\ndisplay_data <nil>\ndisplay_data display 2"
	if got != want {
		t.Errorf("shows\n%s\nwant\n%s", got, want)
	}
}

// TestWhatGonbuiShowsKeepsItsOrder has no call of Sync: gonbui by itself goes on at once.
func TestWhatGonbuiShowsKeepsItsOrder(t *testing.T) {
	e := start(t, "")
	const n = 300
	var want []string
	for i := range n {
		want = append(want, fmt.Sprintf("stdout p%d", i), "display_data <nil>", fmt.Sprintf("stderr e%d\n", i), "display_data <nil>")
	}
	got := run(t, e, Cell{Source: fmt.Sprintf(`import "github.com/janpfeifer/gonb/gonbui"

var early = func() int { fmt.Print("before"); gonbui.DisplayHTML("early"); return 1 }()

%%%%
for i := range %d {
	fmt.Print("p", i)
	gonbui.DisplayHTML(strings.Repeat("x", 200*i))
	fmt.Fprintln(os.Stderr, fmt.Sprint("e", i))
	gonbui.DisplayMarkdown("again")
}`, n)})
	if diff := cmp.Diff("stdout before\ndisplay_data <nil>\n"+strings.Join(want, "\n"), got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
	got = run(t, e, Cell{Source: "%%\ngonbui.DisplayHTML(\"x\")\nvar lock sync.Mutex\nlock.Lock()\nfmt.Print(\"behind\")\npanic(\"end\")"})
	if want := "display_data <nil>\nstdout behind\nerror cell[2]:6: panic: end\n"; !strings.HasPrefix(got, want) {
		t.Errorf("shows %q, want %q", got, want)
	}
}

func TestBackgroundCommandsDoNotHoldACell(t *testing.T) {
	e := start(t, "")
	begin := time.Now()
	if got, want := run(t, e, Cell{Source: "!sleep 77 & echo started"}), "stdout started\n"; got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

func TestCellsUseWhatEarlierCellsDeclare(t *testing.T) {
	e := start(t, "")
	run(t, e, Cell{Source: `import (
	"fmt"
	str "strings"
)
type point struct{ X, y int }
func (p point) Sum() int { return p.X + p.y }
func (p point) hidden() int { return p.y }
func origin(x int) point { count++; return point{x, 1} }
func same[T any](v T) T { return v }
const two = 2
var count int
var place = origin(10)
var n = flag.Int("n", 1, "")
type named interface{ hidden() int }
func init_it() { count += 100 }`})
	cells := []struct{ cell, want string }{
		{"%%\nfmt.Println(place, place.Sum(), count)", "stdout {10 1} 11 101\n"},
		{"%%\nplace = origin(two)\nfmt.Printf(\"%T %+v %v\\n\", place, place, count)", "stdout main.point {X:2 y:1} 102\n"},
		{"%% -n 5\nplace := str.Repeat(\"x\", *n)\nfmt.Println(place)", "stdout xxxxx\n"},
		{"origin(7)", "execute_result {7 1}"},
		{"place", "execute_result {2 1}"},
		{"%%\nvar p point\np.X = two\np.Sum()", "execute_result 2"},
		{"%%\nfmt.Println([]point{{1, 2}}, point{X: 3})", "stdout [{1 2}] {3 0}\n"},
		{"%%\nfmt.Println(place.y, place.hidden())", "stdout 1 1\n"},
		{"%%\nfmt.Println(same(place))", "stdout {2 1}\n"},
		{"%%\nvar x any = place\n_, ok := x.(interface{ hidden() int })\nfmt.Println(ok)", "stdout true\n"},
		{"%%\nvar x any = place\n_, ok := x.(named)\nfmt.Println(ok)", "stdout true\n"},
		{"%%\nplace.nothing()", "error cell[13]:2:7: place.nothing undefined (type point has no field or method nothing)"},
	}
	foresee(e, cells, func(c struct{ cell, want string }) string { return c.cell })
	for _, tc := range cells {
		if got := run(t, e, Cell{Source: tc.cell}); got != tc.want {
			t.Errorf("%s\nshows %q\nwant  %q", tc.cell, got, tc.want)
		}
	}
	if got := run(t, e, Cell{Source: "%%\nvar list []int\nfmt.Println(place, list[two])"}); !strings.Contains(got, "error cell[14]:3: panic: runtime error: index out of range [2]") {
		t.Errorf("a panic shows %q", got)
	}
}

// elsewhere starts an engine in a folder of a module of its own, with files beside.
func elsewhere(t *testing.T, folder string, files map[string]string) *Engine {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.com/case\n\ngo 1.26\n"
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), text)
	}
	return start(t, filepath.Join(dir, folder))
}

// foresee tells the engine which cells follow, as a headless run does, so that most are one program.
func foresee[T any](e *Engine, cells []T, source func(T) string) {
	var ahead []Expected
	for _, c := range cells {
		ahead = append(ahead, Expected{Source: source(c)})
	}
	e.Expect(ahead)
}

// shows runs cells and compares what they show, or how that begins.
func shows(t *testing.T, e *Engine, cells ...[2]string) {
	t.Helper()
	foresee(e, cells, func(c [2]string) string { return c[0] })
	for _, c := range cells {
		if got := run(t, e, Cell{Source: c[0]}); got != c[1] && (!strings.HasPrefix(c[1], "error") || !strings.HasPrefix(got, c[1])) {
			t.Errorf("%s\nshows %q\nwant  %q", c[0], got, c[1])
		}
	}
}

func TestCommandsChangeNothingForOtherCells(t *testing.T) {
	words := "%%\nfmt.Println(top.Word, deep.Word)"
	e := elsewhere(t, "book", map[string]string{
		"book/x": "", "internal/top/t.go": "package top\n\nvar Word = \"top\"\n", "sub/internal/deep/d.go": "package deep\n\nvar Word = \"deep\"\n",
		"internal/top/x.go": "//go:build special\n\npackage top\n\nfunc init() { Word = Special }\n\nconst Special = \"special\"\n",
	})
	shows(t, e,
		[2]string{"import (\n\t\"example.com/case/internal/top\"\n\t\"example.com/case/sub/internal/deep\"\n)\n" + words, "stdout top deep\n"},
		[2]string{"%ls\n6*7", "stdout cell[1]:3: import \"example.com/case/sub/internal/deep\"\ncell[1]:2: import \"example.com/case/internal/top\"\n\nexecute_result 42"},
		[2]string{"%goflags -tags=special", "stdout %goflags=[\"-tags=special\"]\n"},
		[2]string{words, "stdout special deep\n"},
		[2]string{"top.Special", "execute_result special"},
		[2]string{"%goflags \"\"", "stdout %goflags=[]\n"},
		[2]string{words, "stdout top deep\n"},
		[2]string{"%env GODEBUG panicnil=1", "stdout Set: GODEBUG=\"panicnil=1\"\n"},
		[2]string{words, "stdout top deep\n"},
		[2]string{"%env GOOS windows\n%env GOWORK off", "stdout Set: GOOS=\"windows\"\nSet: GOWORK=\"off\"\n"},
		[2]string{words, "stdout top deep\n"},
		[2]string{"!echo $GOOS $GOWORK", "stdout windows off\n"},
		[2]string{"%env GO111MODULE off\n%env GOFLAGS=\"-mod=mod -tags=special\"", "stdout Set: GO111MODULE=\"off\"\nSet: GOFLAGS=\"-mod=mod -tags=special\"\n"},
		[2]string{words, "stdout special deep\n"},
		[2]string{"import \"example.com/case/sub/internal/none\"\n%%\nfmt.Println(none.Word)", "error cell[15]:1:9: no required module provides package example.com/case/sub/internal/none"},
	)
}

func TestOutsideOfModulesCellsHaveTheStandardLibraryAndWhatTheyGet(t *testing.T) {
	t.Setenv("GOPROXY", "https://proxy.example.com")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/far\n")
	write(t, filepath.Join(dir, "far.go"), "package far\n\nconst Word = \"far\"\n")
	far := "import \"example.com/far\"\n%%\nfmt.Println(far.Word)"
	shows(t, start(t, t.TempDir()),
		[2]string{"fmt.Println(strings.ToUpper(\"so\"))", "stdout SO\n"},
		[2]string{far, "error cell[2]:1:9: no required module provides package example.com/far; to add it, run in a cell: !*go get example.com/far"},
		[2]string{"display.Markdown(\"*so*\")", "error cell[3]:1:1: undefined: display (the notebook belongs to no Go module: puzzlelab kernel doctor says"},
		[2]string{"!echo $GOPROXY", "stdout https://proxy.example.com\n"},
		[2]string{"%env GOPROXY off\n!echo $GOPROXY", "stdout Set: GOPROXY=\"off\"\noff\n"},
		[2]string{"!*go mod edit -require=example.com/far@v0.0.0 -replace=example.com/far=" + dir, ""},
		[2]string{far, "stdout far\n"},
	)
}

func TestCellsEmbedFilesBesideTheNotebook(t *testing.T) {
	e := elsewhere(t, "book", map[string]string{"book/words.txt": "hello words", "book/data/a.txt": "a", "words.txt": "another"})
	shows(t, e,
		[2]string{"//go:embed words.txt\nvar words string\n\nimport _ \"embed\"", "error cell[1]:4:1: imports must appear before other declarations"},
		[2]string{"import (\n\t\"embed\"\n\t\"fmt\"\n)\n\nvar (\n\t// words are embedded.\n\t//go:embed words.txt\n\twords string\n\n\t//go:embed data/*.txt\n\tfiles embed.FS\n)", ""},
		[2]string{"!true", ""},
		[2]string{"%%\na, err := files.ReadFile(\"data/a.txt\")\nfmt.Println(words, string(a), err)", "stdout hello words a <nil>\n"},
		[2]string{"//go:embed none.txt\nvar none []byte", "error cell[5]:1:12: pattern none.txt: no matching files found"},
		[2]string{"var words = 3)", "error"},
	)
}

func TestCellsMayHoldC(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	e := elsewhere(t, "", map[string]string{"three.h": "static int three(void) { return 3; }\n"})
	shows(t, e,
		[2]string{"import \"C\"\nimport \"fmt\"\n\n%%\nfmt.Println(C.int(4))", "stdout 4\n"},
		[2]string{"// #include \"three.h\"\nimport \"C\"\n\nfunc three() int { return int(C.three()) }", ""},
		[2]string{"/*\nstatic int twice(int x) {\n\n\treturn 2 * x;\n}\n*/\nimport \"C\"\n\n%%\nthree() + int(C.twice(4))", "execute_result 11"},
		[2]string{"%%\nfmt.Println(C.none)", "error cell[4]:2:13: could not determine what C.none refers to"},
		[2]string{"// int bad( {\nimport \"C\"", "error cgo: gcc did not produce error at completed:1\n"},
	)
}

func TestPartsOfDeclarationsAreReplaced(t *testing.T) {
	shows(t, start(t, ""),
		[2]string{"const (\n\tA = iota\n\tB\n\tC\n)\n\nvar x, y = func() (int, int) { return 3, 4 }()", ""},
		[2]string{"const B = 7\nvar x = \"new\"", ""},
		[2]string{"%%\nfmt.Println(A, B, C, x, y)", "stdout 0 7 2 new 4\n"},
		[2]string{"%rm C y", "stdout . removed const C\n. removed var y\n"},
		[2]string{"%ls", "stdout cell[1]:1: const A, _, _\ncell[2]:1: const B\ncell[2]:2: var x\n"},
		[2]string{"%%\nfmt.Println(y)", "error cell[6]:2:13: undefined: y"},
	)
}

func TestWhatOnlyLooksLikeAPanicIsPassedOn(t *testing.T) {
	e := start(t, "")
	run(t, e, Cell{Source: "import \"github.com/puzzlelab/puzzlelab/notebooks/display\""})
	for _, tc := range []struct{ cell, want string }{
		{"fmt.Fprintln(os.Stderr, \"runtime: 3 ms\")\ndisplay.Show(1)", "stderr runtime: 3 ms\n\ndisplay_data 1"},
		{"fmt.Fprintln(os.Stderr, \"panic: 3 ms\")\nos.Exit(2)", "stderr panic: 3 ms\n\nerror cell[3]: exit status 2"},
		{"fmt.Fprintln(os.Stderr, \"panic: no\")\ntime.Sleep(time.Second)\nfmt.Fprintln(os.Stderr, \"more\")\ndisplay.Show(1)", "stderr panic: no\nmore\n\ndisplay_data 1"},
	} {
		if got := run(t, e, Cell{Source: "%%\n" + tc.cell}); got != tc.want {
			t.Errorf("%s\nshows %q\nwant  %q", tc.cell, got, tc.want)
		}
	}
}

func TestCommandsOfGoNBAreAnswered(t *testing.T) {
	e := start(t, "")
	run(t, e, Cell{Source: "import m \"math\"\nvar a, b = m.Frexp(2)\ntype T int"})
	for _, tc := range []struct{ cell, want string }{
		{"%ls", "stdout cell[1]:1: import m \"math\"\ncell[1]:3: type T\ncell[1]:2: var a, b\n"},
		{"%version", "stdout puzzlelab with go"},
		{"%help", "stdout %%  "},
		{"%with_inputs\n%%\nfmt.Println(1)", "stdout 1\n"},
	} {
		if got := run(t, e, Cell{Source: tc.cell}); !strings.HasPrefix(got, tc.want) {
			t.Errorf("%s\nshows %q\nwant  %q", tc.cell, got, tc.want)
		}
	}
}

func TestErrorsOfKernelsSayItAll(t *testing.T) {
	e := start(t, "")
	for _, tc := range []struct{ cell, want string }{
		{"%%\nfmt.Fprintln(os.Stderr, \"first\")\nvar p *int\n*p++", "stderr first\n\nerror cell[1]:4: panic: runtime error: invalid memory address or nil pointer dereference\n"},
		{"%%\nfmt.Fprint(os.Stderr, \"panic: not really\")\nos.Exit(3)", "stderr panic: not really\nerror cell[2]: exit status 3"},
		{"var n = 1\n!exit 4", "error cell[3]:2: !exit 4: exit status 4"},
		{"%%bash\nfalse", "error cell[4]:1: %%bash: exit status 1"},
		{"%nonsense", "error cell[5]:1: %nonsense is not a command of this kernel"},
		{"%test\nfunc TestIt(t *testing.T) {}", "error cell[6]: %test: only GoNB has it"},
		{"%capture out.txt\n%%\nfmt.Println(1)", "error cell[7]: %capture: only GoNB has it"},
		{"import \"github.com/janpfeifer/gonb/gonbui/widgets\"", "error cell[8]: package github.com/janpfeifer/gonb/gonbui/widgets: only GoNB has it"},
	} {
		if got := run(t, e, Cell{Source: tc.cell}); !strings.HasPrefix(got, tc.want) {
			t.Errorf("%s (-want +got)\n%s", tc.cell, cmp.Diff(tc.want, got))
		}
	}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Parts of a program that write types independently must not give two packages one name.
func TestQualifiersOfOneProgramShareNoName(t *testing.T) {
	c := &checked{pkg: types.NewPackage("main", "main"), file: &ast.File{}, info: &types.Info{}}
	a := c.qualifier()(types.NewPackage("context", "context"))
	if b := c.qualifier()(types.NewPackage("io", "io")); a == b || len(c.imports) != 2 {
		t.Errorf("context is %s and io %s, imported by %q", a, b, c.imports)
	}
}
