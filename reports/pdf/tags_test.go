package pdf

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
)

// objects returns the objects of a document, the newest of each.
func objects(document []byte) map[string]string {
	found := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)\n(\d+) 0 obj\n(.*?)\nendobj`).FindAllStringSubmatch(string(document), -1) {
		found[m[1]] = m[2]
	}
	return found
}

var (
	structRoot = regexp.MustCompile(`/StructTreeRoot (\d+) 0 R`)
	parentTree = regexp.MustCompile(`/K (\d+) 0 R /ParentTree (\d+) 0 R`)
	dictionary = regexp.MustCompile(`(?s)^<</S/(\w+)/P (\d+) 0 R(.*)/K\[(.*)\]>>$`)
	kid        = regexp.MustCompile(`<</Type/MCR/Pg (\d+) 0 R/MCID (\d+)>>|<</Type/OBJR/Pg (\d+) 0 R/Obj (\d+) 0 R>>|(\d+) 0 R`)
	operator   = regexp.MustCompile(`(?m)/(\w+) <</MCID (\d+)>> BDC$|/Artifact BMC$|^EMC$|\) Tj ET|^[fSsB*b]+$| Do Q$`)
)

// tree writes the structure below an element, and checks that each part names the one it is in.
func tree(t *testing.T, all map[string]string, n, up string, depth int, to *strings.Builder, marks map[string]string) {
	m := dictionary.FindStringSubmatch(all[n])
	if m == nil || m[2] != up {
		t.Fatalf("object %s is %q, want an element in %s", n, all[n], up)
	}
	fmt.Fprintf(to, "%s%s%s\n", strings.Repeat(" ", depth), m[1], m[3])
	for _, k := range kid.FindAllStringSubmatch(m[4], -1) {
		switch {
		case k[2] != "":
			marks[k[1]+" "+k[2]] = n
		case k[4] != "":
			if !strings.Contains(all[k[4]], "/Subtype /Link") || !strings.Contains(all[k[3]], " "+k[4]+" 0 R") && !strings.Contains(all[k[3]], "["+k[4]+" 0 R") {
				t.Errorf("object %s is not a link of page %s", k[4], k[3])
			}
			fmt.Fprintf(to, "%s@\n", strings.Repeat(" ", depth+1))
		default:
			tree(t, all, k[5], n, depth+1, to, marks)
		}
	}
}

// structure returns the structure of a document, after a check that everything drawn belongs to it or
// is an artifact.
func structure(t *testing.T, document []byte) string {
	t.Helper()
	all := objects(document)
	roots := structRoot.FindAllStringSubmatch(string(document), -1)
	if len(roots) != 1 {
		t.Fatalf("%d roots of the structure", len(roots))
	}
	root := roots[0][1]
	m := parentTree.FindStringSubmatch(all[root])
	var text strings.Builder
	marks := map[string]string{}
	tree(t, all, m[1], root, 0, &text, marks)

	page, drawn := 0, 0
	for _, content := range streams(t, document) {
		if !strings.Contains(content, "EMC") {
			continue
		}
		page++
		inside := false
		for _, op := range operator.FindAllStringSubmatch(content, -1) {
			switch {
			case op[2] != "":
				n := marks[fmt.Sprintf("%d %s", pageObject(page), op[2])]
				if inside || !strings.HasPrefix(all[n], "<</S/"+op[1]+"/") {
					t.Errorf("page %d: mark %s of %s belongs to %q", page, op[2], op[1], all[n])
				}
				delete(marks, fmt.Sprintf("%d %s", pageObject(page), op[2]))
				inside = true
			case op[0] == "/Artifact BMC":
				inside = true
			case op[0] == "EMC":
				inside = false
			case !inside:
				t.Errorf("page %d: %q belongs to nothing", page, op[0])
			default:
				drawn++
			}
		}
		if inside {
			t.Errorf("page %d: its last content has no end", page)
		}
	}
	if drawn == 0 || len(marks) > 0 {
		t.Errorf("%d operators are in the structure, which has %d marks that no page has", drawn, len(marks))
	}
	return text.String()
}

func TestScreenReadersFindTheStructure(t *testing.T) {
	out := written(t, sample.Report(), A4)
	for _, want := range []string{"/MarkInfo <</Marked true>>", "/DisplayDocTitle true", "<pdfuaid:part>1<", "/Lang (en)", "/Tabs /S"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the document has no %s", want)
		}
	}
	got := structure(t, out)
	for _, want := range []string{
		"Document\n H1\n P\n", "\n P\n  Link\n   @\n", "\n H2\n",
		"\n Div\n  Figure/Alt <feff", "/BBox [", "\n  Caption\n",
		"\n Div\n  Table\n   Caption\n", "\n   TR\n    TH/A <</O/Table/Scope/Column>>\n", "\n   TR\n    TH/A <</O/Table/Scope/Row>>\n", "\n    TD\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestTablesInPartsAreOneTable(t *testing.T) {
	const columns, rows = 40, 70
	got := structure(t, written(t, wide(columns, rows), A4))
	if n := strings.Count(got, "TR\n"); n != rows+1 {
		t.Errorf("%d rows, want %d", n, rows+1)
	}
	if n := strings.Count(got, "TH") + strings.Count(got, "TD"); n != (rows+1)*(columns+2) {
		t.Errorf("%d cells, want %d", n, (rows+1)*(columns+2))
	}
}

func TestListsAndQuotesAreTagged(t *testing.T) {
	r := reports.Report{ID: "r", Title: "T", Blocks: []reports.Block{reports.Text{Markdown: "### Deep\n\n- a\n  - b\n\n1. c\n\n> q\n\n---\n"}}}
	got := structure(t, written(t, r, A4))
	for _, want := range []string{"Document\n H1\n H2\n L\n  LI\n   Lbl\n   LBody\n", "    L\n     LI\n", "\n BlockQuote\n  P\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
