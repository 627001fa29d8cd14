package pdf

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"unicode/utf16"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// element is a part of the structure of a document, which screen readers follow: a
// paragraph, the cell of a table, a link. Its kids are elements, marks and links in their
// logical order, wherever on the pages they are drawn.
type element struct {
	kind, attrs string // attrs are entries of its dictionary
	kids        []any
}

// mark is a sequence of the content of a page, which belongs to one element.
type mark struct{ page, id int }

// link is an area of a page with a link target.
type link struct {
	page          int
	x, y, to, top float64
	url           string
}

// artifact stands for content that belongs to the page and not to the text: rules, running heads,
// and repeated heads of tables.
var artifact = &element{kind: "Artifact"}

// holds lists the elements that contain paragraphs. In other elements, lines stand alone.
var holds = map[string]bool{"Document": true, "Div": true, "BlockQuote": true, "LBody": true}

// tag adds a new element to the current element, and returns it.
func (d *document) tag(kind, attrs string, kids ...any) *element {
	if d.at == artifact {
		return artifact
	}
	e := &element{kind: kind, attrs: attrs, kids: kids}
	d.at.kids = append(d.at.kids, e)
	return e
}

// within writes content of an element.
func (d *document) within(e *element, write func()) {
	was := d.at
	d.at = e
	write()
	d.at = was
}

// tagged adds an element and writes its content.
func (d *document) tagged(kind, attrs string, write func()) { d.within(d.tag(kind, attrs), write) }

// content attributes everything drawn from here on to the current element. Documents without
// structure, such as single figures, have no element.
func (d *document) content() {
	if d.at == d.marked {
		return
	}
	if d.unmark(); d.at == artifact {
		d.RawWriteStr("/Artifact BMC")
	} else {
		m := mark{d.PageNo(), d.marks[d.PageNo()]}
		d.marks[m.page]++
		d.at.kids = append(d.at.kids, m)
		d.RawWriteStr(fmt.Sprintf("/%s <</MCID %d>> BDC", d.at.kind, m.id))
	}
	d.marked = d.at
}

// unmark ends the sequence of content that is open, as every page must.
func (d *document) unmark() {
	if d.marked != nil {
		d.RawWriteStr("EMC")
	}
	d.marked = nil
}

// hex writes text for the structure, in UTF-16.
func hex(text string) string {
	return "<feff" + strings.Trim(fmt.Sprintf("%04x", utf16.Encode([]rune(text))), "[]") + ">"
}

// described returns the metadata of a document that follows PDF/UA-1.
func described(title string) []byte {
	return fmt.Appendf(nil, `<?xpacket begin="%c" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title><pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`, '\ufeff', html.EscapeString(title))
}

// update is appended to a finished document. It contains additional objects, and objects that
// replace some of the document's. PDF allows such changes without touching the existing bytes.
type update struct {
	*document
	bytes.Buffer
	begin, next, key int // the length of the document, its first free object, the next entry of parents
	refs, parents    strings.Builder
	holder           map[mark]int   // the element that a mark belongs to
	annots           map[int]string // the links of a page
}

func (u *update) object(n int, dict string) int {
	fmt.Fprintf(&u.refs, "%d 1\n%010d 00000 n \n", n, u.begin+u.Len())
	fmt.Fprintf(u, "%d 0 obj\n%s\nendobj\n", n, dict)
	return n
}

func (u *update) free() int { u.next++; return u.next - 1 }

// element writes an element and its content, and returns the number of its object.
func (u *update) element(e *element, up int) int {
	n := u.free()
	var kids strings.Builder
	for _, kid := range e.kids {
		switch k := kid.(type) {
		case *element:
			fmt.Fprintf(&kids, "%d 0 R ", u.element(k, n))
		case mark:
			u.holder[k] = n
			fmt.Fprintf(&kids, "<</Type/MCR/Pg %d 0 R/MCID %d>>", pageObject(k.page), k.id)
		case link:
			fmt.Fprintf(&kids, "<</Type/OBJR/Pg %d 0 R/Obj %d 0 R>>", pageObject(k.page), u.link(k, n))
		}
	}
	return u.object(n, fmt.Sprintf("<</S/%s/P %d 0 R%s/K[%s]>>", e.kind, up, e.attrs, kids.String()))
}

// link writes the annotation of a link in an element.
func (u *update) link(l link, in int) int {
	action := "/A <</S /URI /URI (" + escaped.Replace(l.url) + ")>>"
	if anchor, inside := strings.CutPrefix(l.url, "#"); inside {
		to := u.anchors[anchor]
		action = fmt.Sprintf("/Dest [%d 0 R /XYZ 0 %.2f null]", pageObject(max(to.page, 1)), to.y)
	}
	n := u.object(u.free(), fmt.Sprintf("<</Type /Annot /Subtype /Link /F 4 /Rect [%.2f %.2f %.2f %.2f] /Border [0 0 0] /StructParent %d /Contents %s %s>>",
		l.x, l.y, l.to, l.top, u.key, hex(l.url), action))
	u.annots[l.page] += fmt.Sprintf("%d 0 R ", n)
	fmt.Fprintf(&u.parents, "%d %d 0 R\n", u.key, in)
	u.key++
	return n
}

// unicodeMap matches the object in which fpdf maps the codes of a font to characters, which are the same:
// as one range, where the format allows ranges of 256 codes.
var unicodeMap = lazy.Regexp(`(?s)\n(\d+) 0 obj\n<</Length \d+>>\nstream\n(/CIDInit .*?)1 beginbfrange\n<0000> <FFFF> <0000>\nendbfrange\n(.*?)\nendstream`)

// ranges maps all codes to themselves. A block has at most 100 ranges.
func ranges() (all string) {
	for high := range 0x100 {
		if high%64 == 0 {
			all += "64 beginbfrange\n"
		}
		if all += fmt.Sprintf("<%02X00> <%02[1]XFF> <%02[1]X00>\n", high); high%64 == 63 {
			all += "endbfrange\n"
		}
	}
	return all
}

var (
	pageStart = lazy.Regexp(`(?s)\n(\d+) 0 obj\n<</Type /Page\n(.*?)\nendobj`)
	catalog   = lazy.Regexp(`(?s).*\n(\d+) 0 obj\n<<\n/Type /Catalog\n(.*?)\nendobj\nxref.*?(/Info \d+ 0 R)\n.*startxref\n(\d+)`)
)

// pageObject is the object of a page, as fpdf numbers them.
func pageObject(n int) int { return 1 + 2*n }

// structured adds the structure to a document: its tree, which element each mark of a
// page belongs to, and the links.
func (d *document) structured(out []byte) []byte {
	if d.root == nil {
		return out
	}
	m := catalog().FindSubmatch(out)
	u := &update{document: d, begin: len(out), holder: map[mark]int{}, annots: map[int]string{}, key: d.PageCount()}
	fmt.Sscan(string(m[1]), &u.next)
	catalogObject, tree, parents := u.free(), u.free(), u.free()
	var marks strings.Builder
	root := u.element(d.root, tree)
	for i, p := range pageStart().FindAllSubmatch(out, -1) {
		u.object(pageObject(i+1), fmt.Sprintf("<</Type /Page\n/StructParents %d /Tabs /S /Annots [%s]\n%s", i, u.annots[i+1], p[2]))
		fmt.Fprintf(&marks, "%d [", i)
		for id := range d.marks[i+1] {
			fmt.Fprintf(&marks, "%d 0 R ", u.holder[mark{i + 1, id}])
		}
		marks.WriteString("]\n")
	}
	for _, p := range unicodeMap().FindAllSubmatch(out, -1) {
		var n int
		fmt.Sscan(string(p[1]), &n)
		stream := fmt.Sprintf("%s%s%s", p[2], ranges(), p[3])
		u.object(n, fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(stream), stream))
	}
	u.object(parents, "<</Nums [\n"+marks.String()+u.parents.String()+"]>>")
	u.object(tree, fmt.Sprintf("<</Type /StructTreeRoot /K %d 0 R /ParentTree %d 0 R /ParentTreeNextKey %d>>", root, parents, u.key))
	u.object(catalogObject, fmt.Sprintf("<<\n/Type /Catalog /Version /1.7 /StructTreeRoot %d 0 R /MarkInfo <</Marked true>> /ViewerPreferences <</DisplayDocTitle true>>\n%s", tree, m[2]))
	fmt.Fprintf(u, "xref\n%strailer\n<</Size %d /Root %d 0 R %s /Prev %s>>\nstartxref\n%d\n%%%%EOF\n", u.refs.String(), u.next, catalogObject, m[3], m[4], u.begin+u.Len())
	return append(out, u.Bytes()...)
}

var escaped = strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`, "\r", `\r`)
