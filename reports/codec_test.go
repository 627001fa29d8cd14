package reports

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
)

func blocks() []Block {
	return []Block{
		Text{ID: "intro", Markdown: "# A* & <b>\n", Timing: true},
		Figure{ID: "growth", Title: "Nodes", Caption: "see [[fig:growth]]", Alt: "A < B", Timing: true, Narrow: Packed("<svg>narrow</svg>")},
		Claim{ID: "c", Statement: "A* wins.", Evidence: "\u2028 everywhere", Holds: Fails, Estimate: &Estimate{0.5, 0.25, 0.75, 12}},
		Claim{ID: "d", Statement: "s"},
		Table{
			ID: "t", Title: "T", Caption: "C", Timing: true, Groups: 1, Across: true, Notes: []string{"n"},
			Columns: []Column{
				{Name: "a", Doc: "d"},
				{Name: "b", Unit: "moves", Kind: Number, Digits: 4, Best: Largest},
				{Name: "c", Kind: Count, Full: true, Best: Smallest, Tested: true},
			},
			Rows: [][]Cell{
				{Str("b"), Num(1), {Form: Numeric, Number: 2, Best: true}},
				{Str(""), Num(math.Inf(1)), Int(uint64(math.MaxUint64))},
				{Str("<x>").WithNote(1), Between(0.1, math.Inf(-1), 1e300), AtLeast(60000).WithNote(1)},
				{Cell{}.WithNote(1), Num(-0.25), {}},
			},
		},
		Table{ID: "empty", Columns: []Column{{}}, Rows: [][]Cell{}},
	}
}

func TestBlocksSurviveTheirEncoding(t *testing.T) {
	for _, b := range blocks() {
		mime, data, err := MarshalBlock(b)
		if err != nil {
			t.Errorf("MarshalBlock(%+v): %v", b, err)
			continue
		}
		got, err := UnmarshalBlock(mime, data)
		if err != nil || !reflect.DeepEqual(got, b) {
			t.Errorf("%s\n%s\ngot  %+v, %v\nwant %+v", mime, data, got, err, b)
		}
	}
}

func TestPicturesTravelBesideTheBlock(t *testing.T) {
	_, data, err := MarshalBlock(Figure{ID: "f", SVG: []byte("<svg>picture</svg>"), PNG: pngMagic})
	if want := `{"id":"f","title":"","caption":"","alt":"","timing":false}`; err != nil || string(data) != want {
		t.Errorf("got %s, %v; want %s", data, err, want)
	}
}

func TestUnmarshalBlockSaysWhatIsWrong(t *testing.T) {
	tests := []struct{ mime, data, want string }{
		{"text/plain", `{}`, `"text/plain" is not a block's`},
		{MIMEFigure, `{"id":"Growth"}`, `figure ID "Growth": 'G' is not allowed`},
		{MIMEFigure, `{}`, "figure has no ID"},
		{MIMEFigure, `[1]`, "decode " + MIMEFigure},
		{MIMEClaim, `{"id":"a","statement":"s","holds":"maybe"}`, `"maybe" is not a verdict (want undecided, holds, fails)`},
		{MIMEClaim, `{"id":"a"}`, `claim "a" has no statement`},
		{MIMETable, `{"id":"t"}`, `table "t" has no columns`},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"counts"}]}`, `"counts" is not a column kind`},
		{MIMETable, `{"id":"t","columns":[{"kind":"count"}],"groups":1}`, "Groups is 1 (want 0 to 0)"},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count","digits":99}]}`, "Digits is 99"},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[1,2]]}`, "row 1 has 2 cells (want 1, one per column)"},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[{"number":1,"note":2}]]}`, `row 1, column 1 ("a"): footnote 2 (the table has 0)`},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[{"low":1,"high":2}]]}`, "an interval but no number"},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[{"number":1,"low":2,"high":1}]]}`, "ends below its start"},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[{"number":1,"exact":"2"}]]}`, "exact value 2 does not round to 1"},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[{"number":1,"exact":"0x1"}]]}`, "not an integer"},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[{"text":"x","number":1}]]}`, `text "x" in a cell`},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[true]]}`, "decode"},
		{MIMETable, `{"id":"t","columns":[{"name":"a","kind":"count"}],"rows":[[{"censored":true}]]}`, "a number in a cell that is not a number"},
	}
	for _, tt := range tests {
		if b, err := UnmarshalBlock(tt.mime, []byte(tt.data)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %s:\ngot  %+v, %v\nwant an error with %q", tt.mime, tt.data, b, err, tt.want)
		}
	}
}

func TestCodeHasNoEncoding(t *testing.T) {
	for _, b := range []Block{Code{Source: "x"}, nil} {
		if _, data, err := MarshalBlock(b); err == nil {
			t.Errorf("MarshalBlock(%#v) = %s, want an error", b, data)
		}
	}
}

// FuzzUnmarshalBlock checks that what was read can be written and reads the
// same, and that it can be printed.
func FuzzUnmarshalBlock(f *testing.F) {
	for _, b := range blocks() {
		mime, data, err := MarshalBlock(b)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(mime, data)
	}
	f.Fuzz(func(t *testing.T, mime string, data []byte) {
		b, err := UnmarshalBlock(mime, data)
		if err != nil {
			return
		}
		mime2, first, err := MarshalBlock(b)
		if err != nil || mime2 != mime {
			t.Fatalf("read %s as %+v, which is written as %s, %v", data, b, mime2, err)
		}
		again, err := UnmarshalBlock(mime, first)
		if err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		_, second, err := MarshalBlock(again)
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("written once %s\ntwice %s, %v", first, second, err)
		}
		if table, ok := b.(Table); ok {
			var out bytes.Buffer
			if err := table.Text(&out); err != nil {
				t.Fatal(err)
			}
			if err := table.CSV(&out); err != nil {
				t.Fatal(err)
			}
		}
	})
}
