// Package arch holds the import policy of the project as a test.
package arch

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/puzzlelab/puzzlelab"

// policy lists, for every package of the project, which other project packages and which modules
// outside the standard library it may import (except in tests). All may import internal/lazy. A
// package that is not listed fails the test: decide first where it belongs.
//
// Data flows one way: solvers → experiments → plots and reports → notebooks.
// Puzzles never import each other.
var policy = []struct {
	pkg   string
	allow []string
}{
	{"solvers/search", nil},
	{"solvers/search/pdb", []string{"solvers/search"}},
	{"solvers/search/external", []string{"solvers/search", "internal/hint", "internal/outfile", "github.com/gofrs/flock"}},
	{"solvers/search/searchtest", []string{"solvers/search"}},
	{"solvers/puzzle", []string{"solvers/search", "solvers/puzzle/wording", "internal/numerals", "golang.org/x/text"}},
	{"solvers/command", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/wording", "internal/process"}},
	{"solvers/puzzle/puzzletest", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/wording", "experiments/code"}},
	{"solvers/puzzle/ask", []string{"solvers/puzzle", "solvers/puzzle/wording"}},
	{"solvers/puzzle/wording", nil},
	{"solvers/puzzle/known", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/wording"}},
	{"solvers/puzzle/draw", []string{"solvers/puzzle", "solvers/puzzle/wording"}},
	{"solvers/puzzle/draw/drawtest", []string{"solvers/puzzle/draw"}},
	{"solvers/colorwalk", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/wording", "solvers/puzzle/known"}},
	{"solvers/colorwalk/programs", []string{"solvers/search", "solvers/puzzle", "solvers/colorwalk"}},
	{"solvers/colorwalk/render", []string{"solvers/puzzle", "solvers/puzzle/wording", "solvers/puzzle/draw", "solvers/colorwalk", "solvers/colorwalk/programs"}},
	{"solvers/handsoftime", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/wording"}},
	{"solvers/handsoftime/render", []string{"solvers/puzzle", "solvers/puzzle/wording", "solvers/puzzle/draw", "solvers/handsoftime"}},
	{"solvers/tiles", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/wording", "solvers/puzzle/known", "solvers/tiles/loops", "solvers/tiles/pdb", "golang.org/x/sys"}},
	{"solvers/tiles/loops", nil},
	{"solvers/tiles/pdb", []string{"solvers/search", "solvers/tiles/loops", "internal/outfile"}},
	{"solvers/tiles/programs", []string{"solvers/search", "solvers/puzzle", "solvers/tiles"}},
	{"solvers/tiles/render", []string{"solvers/puzzle", "solvers/puzzle/wording", "solvers/puzzle/draw", "solvers/tiles", "solvers/tiles/programs"}},
	{"solvers/tiles/internal/genprobe", nil},

	{"experiments/trial", []string{"solvers/search", "solvers/puzzle", "internal/defuse"}},
	{"experiments/store", []string{"solvers/search", "experiments/trial", "internal/outfile", "github.com/gofrs/flock", "golang.org/x/sync", "golang.org/x/sys"}},
	{"experiments", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/wording", "experiments/trial", "experiments/frame", "experiments/store", "experiments/code", "internal/cores", "internal/defuse", "internal/numerals", "internal/process", "golang.org/x/sync", "golang.org/x/sys", "golang.org/x/term"}},
	{"experiments/cluster", []string{"solvers/command", "solvers/puzzle", "solvers/puzzle/wording", "experiments", "experiments/store", "internal/numerals", "internal/hint", "internal/outfile"}},
	{"experiments/code", nil},
	{"experiments/exchange", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/wording", "experiments/trial", "experiments/store", "internal/defuse", "internal/numerals", "internal/parquet", "golang.org/x/text"}},
	{"experiments/measure", []string{"solvers/search", "solvers/puzzle", "experiments/trial"}},
	{"experiments/stats", []string{"internal/numerals", "gonum.org/v1/gonum"}},
	{"experiments/frame", []string{"solvers/search", "internal/numerals", "experiments/trial", "experiments/stats"}},
	{"experiments/analysis", []string{"internal/numerals", "experiments/trial", "experiments/stats", "experiments/frame"}},
	{"experiments/claim", []string{"internal/numerals", "experiments/trial", "experiments/stats", "experiments/frame"}},
	{"experiments/study", []string{"solvers/search", "solvers/puzzle", "solvers/puzzle/ask", "solvers/command", "experiments", "experiments/stats", "experiments/trial", "experiments/store", "experiments/code", "experiments/frame", "experiments/claim", "experiments/analysis", "reports", "reports/column", "internal/numerals", "solvers/puzzle/wording", "reports/block"}},
	{"experiments/study/studytest", []string{"solvers/search", "solvers/puzzle", "experiments", "experiments/trial", "experiments/frame", "experiments/claim", "experiments/study", "plots/draw", "plots/plotstest", "reports"}},
	{"experiments/pruning", []string{
		"solvers/search", "solvers/puzzle", "solvers/handsoftime", "solvers/handsoftime/render", "experiments", "experiments/trial", "experiments/stats", "experiments/frame", "experiments/claim", "experiments/analysis", "experiments/study", "plots", "reports", "reports/block", "reports/column", "internal/numerals",
	}},
	{"experiments/sliding", []string{"solvers/search", "solvers/puzzle", "solvers/tiles", "solvers/tiles/render", "experiments", "experiments/trial", "experiments/frame", "experiments/study"}},
	{"experiments/heuristics", []string{
		"solvers/search", "solvers/puzzle", "solvers/tiles", "solvers/tiles/programs", "solvers/tiles/render", "experiments", "experiments/trial", "experiments/sliding", "experiments/measure", "experiments/stats", "experiments/frame", "experiments/claim", "experiments/analysis", "experiments/study", "plots", "reports", "reports/column", "internal/numerals",
	}},
	{"experiments/idastar", []string{
		"solvers/search", "solvers/puzzle", "solvers/tiles", "solvers/tiles/programs", "solvers/tiles/render", "experiments", "experiments/trial", "experiments/sliding", "experiments/measure", "experiments/stats", "experiments/frame", "experiments/claim", "experiments/analysis", "experiments/study", "plots", "reports", "reports/column", "internal/numerals", "reports/block",
	}},
	{"experiments/lookahead", []string{
		"solvers/search", "solvers/puzzle", "solvers/colorwalk", "solvers/colorwalk/programs", "solvers/colorwalk/render", "experiments", "experiments/trial", "experiments/measure", "experiments/stats", "experiments/frame", "experiments/claim", "experiments/study", "plots", "reports", "reports/column", "reports/block",
		"gonum.org/v1/gonum",
	}},
	{"experiments/scaling", []string{
		"solvers/search", "solvers/puzzle", "solvers/handsoftime", "solvers/handsoftime/render", "solvers/tiles", "solvers/tiles/render", "solvers/colorwalk", "solvers/colorwalk/render",
		"experiments", "experiments/trial", "experiments/sliding", "experiments/stats", "experiments/frame", "experiments/claim", "experiments/analysis", "experiments/study", "plots", "reports", "reports/column", "internal/numerals",
	}},

	{"plots", []string{
		"solvers/search", "experiments/trial", "experiments/stats", "experiments/frame", "plots/chart", "plots/internal/number",
		"internal/defuse", "internal/numerals",
	}},
	{"plots/chart", nil},
	{"plots/internal/number", []string{"internal/numerals"}},
	{"plots/draw", []string{"plots/chart", "plots/internal/number", "gonum.org/v1/plot", "golang.org/x/image", "internal/defuse", "internal/svg"}},
	{"plots/plotstest", []string{"gonum.org/v1/plot", "internal/svg"}},
	{"reports", []string{"reports/bibtex", "solvers/search", "internal/defuse", "internal/numerals", "experiments/stats", "experiments/frame", "experiments/claim"}},
	{"reports/bibtex", []string{"reports/formula", "golang.org/x/text"}},
	{"reports/block", []string{"reports", "experiments/claim", "internal/drawing", "internal/numerals"}},
	{"reports/changes", []string{"reports", "internal/align", "internal/numerals"}},
	{"reports/column", []string{"reports", "experiments/trial", "experiments/stats", "experiments/frame", "experiments/analysis"}},
	{"reports/crate", []string{"reports"}},
	{"reports/formula", nil},
	{"reports/formula/dollars", []string{"reports/formula", "github.com/yuin/goldmark"}},
	{"reports/html", []string{"reports", "internal/terminal", "reports/html/fragment", "reports/page", "internal/defuse", "internal/numerals", "github.com/yuin/goldmark"}},
	{"reports/html/fragment", []string{"reports", "internal/defuse"}},
	{"reports/internal/sample", []string{"reports"}},
	{"reports/origin", []string{"reports", "solvers/search", "experiments", "experiments/trial", "experiments/store", "experiments/frame", "internal/numerals"}},
	{"reports/page", []string{"reports", "internal/svg", "reports/formula", "reports/formula/dollars", "internal/defuse", "github.com/yuin/goldmark", "golang.org/x/image", "golang.org/x/net/html"}},
	{"reports/pdf", []string{
		"reports", "reports/page", "internal/defuse", "internal/svg", "internal/terminal", "codeberg.org/go-fonts/dejavu", "codeberg.org/go-fonts/liberation", "codeberg.org/go-pdf/fpdf", "golang.org/x/image",
	}},
	{"reports/latex", []string{"reports", "internal/svg", "internal/terminal", "reports/page", "github.com/yuin/goldmark"}},
	{"reports/markdown", []string{"reports", "internal/terminal", "reports/changes", "reports/page", "reports/formula", "reports/formula/dollars", "internal/defuse", "internal/numerals", "github.com/yuin/goldmark"}},
	{"reports/formats", []string{"reports", "reports/block", "reports/html", "reports/latex", "reports/markdown", "reports/page", "reports/pdf", "internal/numerals", "internal/svg"}},

	{"notebooks", []string{"notebooks/drawn", "internal/svg", "reports", "reports/bibtex", "reports/origin", "reports/page", "notebooks/nbformat", "github.com/goccy/go-yaml"}},
	{"notebooks/nbformat", []string{"internal/outfile", "golang.org/x/text"}},
	{"notebooks/dialect", nil},
	{"notebooks/percent", []string{"notebooks", "notebooks/dialect", "notebooks/nbformat"}},
	{"notebooks/diff", []string{"internal/align", "reports", "notebooks", "notebooks/nbformat", "reports/changes"}},
	{"notebooks/engine/keep", nil},
	{"notebooks/drawn", []string{"plots/chart", "plots/draw", "reports", "reports/block", "reports/formula", "reports/html/fragment", "notebooks/internal/sent"}},
	{"notebooks/engine", []string{"notebooks/engine/keep", "notebooks/drawn", "notebooks/internal/sent", "internal/outfile", "notebooks/dialect", "notebooks/install", "notebooks/nbformat", "notebooks/internal/jupyter", "github.com/janpfeifer/gonb"}},
	{"notebooks/kernel", []string{"notebooks/dialect", "notebooks/engine", "notebooks/install", "notebooks/nbformat", "notebooks/internal/jupyter"}},
	{"notebooks/execute", []string{"solvers/search", "experiments", "experiments/store", "experiments/code", "reports", "notebooks", "notebooks/dialect", "notebooks/engine", "notebooks/nbformat", "notebooks/install", "internal/numerals", "internal/hint", "internal/outfile", "github.com/goccy/go-yaml", "golang.org/x/mod", "reports/origin"}},
	{"notebooks/install", []string{"internal/outfile", "notebooks/internal/jupyter", "golang.org/x/mod", "golang.org/x/sys"}},
	{"notebooks/internal/jupyter", []string{"github.com/go-zeromq/zmq4"}},
	{"notebooks/internal/sent", []string{"internal/drawing"}},
	{"notebooks/display", []string{"notebooks/display/blocks", "notebooks/display/trials", "notebooks/drawn", "notebooks/internal/sent", "internal/drawing", "github.com/janpfeifer/gonb"}},
	{"notebooks/display/blocks", []string{"notebooks/internal/sent", "experiments/claim", "experiments/analysis", "reports", "reports/block", "reports/column"}},
	{"notebooks/display/trials", []string{"notebooks/internal/sent", "experiments", "experiments/trial", "experiments/store", "experiments/frame", "reports/origin"}},

	{"internal/cli", []string{
		"solvers/search", "solvers/search/external", "solvers/puzzle", "solvers/puzzle/ask", "solvers/command", "solvers/puzzle/wording",
		"experiments", "experiments/trial", "experiments/store", "experiments/analysis", "experiments/cluster", "experiments/code", "experiments/exchange", "experiments/frame", "experiments/study", "reports", "reports/bibtex", "reports/crate", "reports/html", "reports/markdown", "reports/page", "reports/pdf", "reports/formats", "reports/column", "reports/origin", "plots/chart",
		"notebooks", "notebooks/diff", "notebooks/execute", "notebooks/install", "notebooks/nbformat", "notebooks/percent", "notebooks/kernel", "internal/defuse", "internal/numerals", "internal/hint", "internal/outfile", "internal/scaffold", "internal/sweepfile",
		"github.com/google/jsonschema-go", "github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term",
	}},
	{"internal/scaffold", []string{"solvers/puzzle", "solvers/puzzle/wording", "experiments/trial", "experiments/code", "experiments/claim", "experiments/frame", "experiments/study", "notebooks/nbformat", "internal/outfile", "golang.org/x/mod"}},
	{"lab", []string{"solvers/puzzle", "experiments", "experiments/study", "internal/cli"}},
	{"lab/labtest", []string{
		"lab", "experiments", "experiments/trial", "experiments/frame", "experiments/study", "reports", "notebooks", "notebooks/diff", "notebooks/execute", "notebooks/install", "notebooks/nbformat",
	}},
	{"internal/align", nil},
	{"internal/arch", nil},
	{"internal/cores", []string{"internal/process", "golang.org/x/sys"}},
	{"internal/defuse", nil},
	{"internal/drawing", nil},
	{"internal/numerals", nil},
	{"internal/hint", nil},
	{"internal/lazy", nil},
	{"internal/outfile", nil},
	{"internal/parquet", nil},
	{"internal/process", []string{"golang.org/x/sys"}},
	{"internal/svg", []string{"golang.org/x/image/colornames", "golang.org/x/image/webp"}},
	{"internal/terminal", nil},
	{"internal/sweepfile", []string{
		"solvers/search", "solvers/puzzle", "solvers/command", "experiments", "experiments/trial", "experiments/frame", "experiments/claim", "experiments/analysis", "experiments/study", "plots", "reports", "reports/column", "internal/numerals", "solvers/puzzle/wording",
		"github.com/goccy/go-yaml", "github.com/google/jsonschema-go",
	}},
	{"", []string{ // main
		"lab", "experiments/study", "solvers/puzzle", "solvers/colorwalk/render", "solvers/handsoftime/render", "solvers/tiles/render",
		"experiments/pruning", "experiments/heuristics", "experiments/idastar", "experiments/lookahead", "experiments/scaling",
	}},
}

// cellClosure lists packages that a notebook cell links. heavy lists modules and packages that they
// must not pull in, because a cell is linked again each time.
var (
	cellClosure = []string{"notebooks/display", "experiments/pruning", "experiments/heuristics", "experiments/idastar", "experiments/lookahead", "experiments/scaling"}
	heavy       = []string{"github.com/yuin/goldmark", "github.com/spf13/cobra", "github.com/go-zeromq/zmq4", "github.com/goccy/go-yaml", module + "/notebooks/install", module + "/reports/pdf"}
)

type listed struct {
	Dir, ImportPath string
	GoFiles         []string // in Dir, or with a path
	Imports         []string
	ImportMap       map[string]string // of imports that stand for another path
	Deps            []string
	Standard        bool
	DepOnly         bool // not asked for, but needed
	Module          *struct{ Path string }
}

func list(t *testing.T, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=Dir,ImportPath,GoFiles,Imports,ImportMap,Deps,Standard,DepOnly,Module"}, args...)...)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %s", exit.Stderr)
		}
		t.Fatal(err)
	}
	var packages []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

func short(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
}

func allowed(allow []string, path string) bool {
	return slices.ContainsFunc(allow, func(a string) bool {
		if strings.Contains(a, ".") { // a module and everything in it
			return path == a || strings.HasPrefix(path, a+"/")
		}
		return path == module+"/"+a
	})
}

func TestImportsFollowThePolicy(t *testing.T) {
	standard := map[string]bool{}
	for _, p := range list(t, "std") {
		standard[p.ImportPath] = true
	}
	seen := map[string]bool{}
	for _, p := range list(t, module+"/...") {
		name := short(p.ImportPath)
		seen[name] = true
		i := slices.IndexFunc(policy, func(rule struct {
			pkg   string
			allow []string
		},
		) bool {
			return rule.pkg == name
		})
		if i < 0 {
			t.Errorf("package %s has no rule in policy", name)
			continue
		}
		for _, path := range p.Imports {
			if !standard[path] && path != "C" && path != module+"/internal/lazy" && !allowed(policy[i].allow, path) {
				t.Errorf("%s imports %s, which the policy does not allow", name, short(path))
			}
		}
	}
	for _, rule := range policy {
		if !seen[rule.pkg] {
			t.Errorf("the policy has a rule for %q, but there is no such package", rule.pkg)
		}
	}
}

func TestCellsLinkNothingHeavy(t *testing.T) {
	for _, name := range cellClosure {
		for _, p := range list(t, module+"/"+name) {
			for _, path := range p.Deps {
				if slices.ContainsFunc(heavy, func(h string) bool { return strings.HasPrefix(path, h) }) {
					t.Errorf("a cell that imports %s links %s", name, path)
				}
			}
		}
	}
}

// engineHeavy lists what package engine spares cells that do not ask for it. Linking takes most of
// the time of a cell, in proportion to what its packages declare, used or not: gonbui brings in net,
// net/url brings in net/netip, and gonum's stat and distuv bring in matrices. Figures are drawn, and
// the forms of blocks are made, by the engine; with templates the linker keeps all methods.
var engineHeavy = []string{
	"github.com/janpfeifer/gonb/gonbui", "net", "net/netip", "k8s.io/klog/v2", "gonum.org/v1/plot", "gonum.org/v1/gonum/mat", "text/template",
	"archive/tar", "encoding/gob", "encoding/xml", "os/user", module + "/plots/draw", module + "/notebooks/drawn", module + "/reports/html/fragment",
}

func TestCellsOfTheEngineLinkLittle(t *testing.T) {
	for _, c := range []struct {
		cell  string
		heavy []string
	}{
		{"notebooks/display", []string{module + "/solvers/search", module + "/experiments/trial", module + "/plots", module + "/reports", "regexp", "os/exec", "crypto/sha256"}},
		{"notebooks/display/blocks", []string{module + "/experiments", "os/exec", "golang.org/x/sys/unix"}},
		{"plots", []string{module + "/experiments", module + "/reports", "html", "os/exec", "golang.org/x/sys/unix"}},
		{"experiments/claim", []string{module + "/experiments", "os/exec", "golang.org/x/sys/unix"}},
		{"notebooks/display/trials", nil},
		{"experiments/pruning", nil},
		{"experiments/heuristics", nil},
		{"experiments/idastar", nil},
		{"experiments/lookahead", nil},
		{"experiments/scaling", nil},
	} {
		for _, p := range list(t, "-tags=puzzlelab_engine", module+"/"+c.cell) {
			for _, path := range p.Deps {
				if slices.Contains(engineHeavy, path) || slices.Contains(c.heavy, path) {
					t.Errorf("a cell that imports %s links %s", c.cell, path)
				}
			}
		}
	}
}

func TestOnlyDisplayKnowsTheNotebookFrontEnd(t *testing.T) {
	for _, p := range list(t, module+"/...") {
		name := short(p.ImportPath)
		for _, path := range p.Imports {
			protocol := name == "notebooks/engine" && path == "github.com/janpfeifer/gonb/gonbui/protocol" // of what display sends
			if strings.HasPrefix(path, "github.com/janpfeifer/gonb") && name != "notebooks/display" && !protocol {
				t.Errorf("%s imports %s; only notebooks/display may", name, path)
			}
		}
	}
}
