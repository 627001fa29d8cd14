package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// budget limits a package: lines of code, without blank lines and comments, and exported functions
// and types. Tests and generated files do not count. If you need more, raise the number here, where
// somebody reads it.
type budget struct{ lines, exported int }

var budgets = map[string]budget{
	".":                               {40, 0},
	"experiments":                     {2667, 31},
	"experiments/analysis":            {510, 9},
	"experiments/claim":               {1003, 33},
	"experiments/cluster":             {802, 15},
	"experiments/code":                {575, 6},
	"experiments/exchange":            {979, 12},
	"experiments/frame":               {1195, 27},
	"experiments/heuristics":          {1350, 4},
	"experiments/idastar":             {2535, 4},
	"experiments/lookahead":           {2270, 4},
	"experiments/measure":             {60, 4},
	"experiments/pruning":             {815, 5},
	"experiments/scaling":             {1059, 7},
	"experiments/sliding":             {100, 7},
	"experiments/stats":               {1490, 41},
	"experiments/store":               {2553, 35},
	"experiments/study":               {1812, 44},
	"experiments/study/studytest":     {470, 14},
	"experiments/trial":               {1535, 34},
	"internal/align":                  {65, 1},
	"internal/cli":                    {5893, 2},
	"internal/cores":                  {135, 3},
	"internal/defuse":                 {55, 4},
	"internal/drawing":                {45, 3},
	"internal/hint":                   {30, 4},
	"internal/lazy":                   {8, 1},
	"internal/numerals":               {243, 21},
	"internal/outfile":                {205, 13},
	"internal/parquet":                {250, 4},
	"internal/process":                {1050, 17},
	"internal/scaffold":               {305, 6},
	"internal/svg":                    {808, 12},
	"internal/terminal":               {155, 2},
	"internal/sweepfile":              {939, 3},
	"lab":                             {45, 2},
	"lab/labtest":                     {215, 5},
	"notebooks":                       {707, 13},
	"notebooks/dialect":               {880, 13},
	"notebooks/diff":                  {385, 3},
	"notebooks/display":               {280, 6},
	"notebooks/display/blocks":        {50, 0},
	"notebooks/display/trials":        {95, 0},
	"notebooks/drawn":                 {150, 3},
	"notebooks/engine":                {3413, 12},
	"notebooks/engine/keep":           {904, 8},
	"notebooks/execute":               {1535, 20},
	"notebooks/install":               {1041, 17},
	"notebooks/internal/jupyter":      {360, 16},
	"notebooks/internal/sent":         {30, 3},
	"notebooks/kernel":                {715, 1},
	"notebooks/nbformat":              {741, 14},
	"notebooks/percent":               {480, 4},
	"plots":                           {2523, 65},
	"plots/chart":                     {322, 45},
	"plots/draw":                      {2817, 0},
	"plots/internal/number":           {120, 11},
	"plots/plotstest":                 {105, 1},
	"reports":                         {1913, 36},
	"reports/bibtex":                  {755, 5},
	"reports/block":                   {40, 5},
	"reports/changes":                 {125, 2},
	"reports/column":                  {400, 29},
	"reports/crate":                   {110, 1},
	"reports/formats":                 {170, 4},
	"reports/formula":                 {960, 9},
	"reports/formula/dollars":         {90, 4},
	"reports/html":                    {769, 11},
	"reports/html/fragment":           {702, 9},
	"reports/internal/sample":         {90, 4},
	"reports/latex":                   {802, 2},
	"reports/markdown":                {472, 5},
	"reports/origin":                  {120, 3},
	"reports/page":                    {1054, 22},
	"reports/pdf":                     {1792, 3},
	"solvers/colorwalk":               {2731, 26},
	"solvers/colorwalk/programs":      {1140, 6},
	"solvers/colorwalk/render":        {1231, 11},
	"solvers/command":                 {780, 7},
	"solvers/handsoftime":             {3178, 13},
	"solvers/handsoftime/render":      {876, 5},
	"solvers/puzzle":                  {2235, 59},
	"solvers/puzzle/ask":              {320, 9},
	"solvers/puzzle/draw":             {470, 28},
	"solvers/puzzle/draw/drawtest":    {360, 12},
	"solvers/puzzle/known":            {130, 6},
	"solvers/puzzle/puzzletest":       {420, 2},
	"solvers/puzzle/wording":          {116, 13},
	"solvers/search":                  {3008, 44},
	"solvers/search/external":         {720, 6},
	"solvers/search/pdb":              {220, 6},
	"solvers/search/searchtest":       {860, 5},
	"solvers/tiles":                   {3560, 45},
	"solvers/tiles/internal/genbatch": {233, 0},
	"solvers/tiles/internal/genprobe": {170, 0},
	"solvers/tiles/loops":             {170, 3},
	"solvers/tiles/pdb":               {1180, 16},
	"solvers/tiles/programs":          {950, 3},
	"solvers/tiles/render":            {836, 7},
}

func TestPackagesKeepTheirBudgets(t *testing.T) {
	root := filepath.Join("..", "..")
	spent := map[string]budget{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "results"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		pkg, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		more, err := spentBy(name)
		pkg = filepath.ToSlash(pkg)
		spent[pkg] = budget{spent[pkg].lines + more.lines, spent[pkg].exported + more.exported}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg, s := range spent {
		b, ok := budgets[pkg]
		switch {
		case !ok:
			t.Errorf("package %s has no budget: it has %d lines of code and exports %d functions and types", pkg, s.lines, s.exported)
		case s.lines > b.lines:
			t.Errorf("package %s has %d lines of code, and its budget is %d", pkg, s.lines, b.lines)
		case s.exported > b.exported:
			t.Errorf("package %s exports %d functions and types, and its budget is %d", pkg, s.exported, b.exported)
		}
	}
	for pkg := range budgets {
		if _, ok := spent[pkg]; !ok {
			t.Errorf("package %s has a budget and is gone", pkg)
		}
	}
}

// spentBy counts what a file spends.
func spentBy(name string) (b budget, err error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return b, err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.ParseComments)
	if err != nil || ast.IsGenerated(file) {
		return b, err
	}
	comments := make(map[int]bool) // lines that are nothing else
	for _, group := range file.Comments {
		for _, c := range group.List {
			for line := set.Position(c.Pos()).Line; line <= set.Position(c.End()).Line; line++ {
				comments[line] = true
			}
		}
	}
	number := 0
	for line := range strings.Lines(string(src)) {
		number++
		line = strings.TrimSpace(line)
		if line != "" && !(comments[number] && (strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*"))) {
			b.lines++
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				b.exported++
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && s.Name.IsExported() {
					b.exported++
				}
			}
		}
	}
	return b, nil
}
