package nbformat

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// jupyterFiles are notebooks that Jupyter's own library wrote; see
// testdata/README.md.
func jupyterFiles(tb testing.TB) []string {
	tb.Helper()
	names, err := filepath.Glob("testdata/*.ipynb")
	if err != nil || len(names) < 3 {
		tb.Fatalf("testdata has %d notebooks (want at least 3), error %v", len(names), err)
	}
	return names
}

func TestJupyterFilesAreReproducedByteForByte(t *testing.T) {
	for _, name := range jupyterFiles(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			nb, err := ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := validate(nb); err != nil {
				t.Errorf("validate: %v", err)
			}
			if diff := cmp.Diff(string(want), string(nb.Bytes())); diff != "" {
				t.Errorf("rewritten file differs (-Jupyter +ours):\n%s", diff)
			}
		})
	}
}

func TestNothingIsLost(t *testing.T) {
	in := `{"nbformat":4,"nbformat_minor":5,"future":{"b":1.0,"a":1e-07},"metadata":{"x":[1,2.50]},
	"cells":[{"cell_type":"code","id":"a","metadata":{},"source":"1","outputs":[
	 {"output_type":"display_data","metadata":{},"data":{"application/x+json":{"n":12345678901234567890},"text/plain":["a\n","b"]},"extra":true}],
	 "execution_count":null,"note":"<b>&\u2028"}]}`
	nb, err := Parse([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	out := string(nb.Bytes())
	for _, want := range []string{`"b": 1.0`, `"a": 1e-07`, "2.50", "12345678901234567890", `"extra": true`, "\"note\": \"<b>&\u2028\"", `"a\n",`} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is lost in\n%s", want, out)
		}
	}
	again, err := Parse([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(nb, again); diff != "" {
		t.Errorf("reading back what was written differs (-first +second):\n%s", diff)
	}
}

func TestTextIsSplitWherePythonSplitsLines(t *testing.T) {
	// Expected values are those of Python 3's str.splitlines(keepends=True).
	for _, tc := range []struct {
		in   string
		want []string
	}{
		{"", []string{}},
		{"a", []string{"a"}},
		{"a\n", []string{"a\n"}},
		{"a\n\nb", []string{"a\n", "\n", "b"}},
		{"a\r\nb\rc", []string{"a\r\n", "b\r", "c"}},
		{"a\vb\fc\x1cd\x1de\x1ef\x1fg", []string{"a\v", "b\f", "c\x1c", "d\x1d", "e\x1e", "f\x1fg"}},
		{"a\u0085b\u2028c\u2029d\u00a0e\u2027f", []string{"a\u0085", "b\u2028", "c\u2029", "d\u00a0e\u2027f"}},
	} {
		if diff := cmp.Diff(tc.want, lines(tc.in)); diff != "" {
			t.Errorf("lines(%q) (-want +got):\n%s", tc.in, diff)
		}
	}
}

func TestOtherFormsOfAValueAreRead(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"version as text", `{"nbformat":"4","nbformat_minor":null,"metadata":null,"cells":null}`, `[]`},
		{"empty lists for objects", `{"nbformat":4,"metadata":[],"cells":[{"cell_type":"raw","source":"","metadata":[]}]}`, `[{"cell_type":"raw","metadata":{},"source":[]}]`},
		{"nothing but a type", `{"nbformat":4,"cells":[{"cell_type":"code"}]}`, `[{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":[]}]`},
		{"an unknown type", `{"nbformat":4,"cells":[{"cell_type":"sql","source":"a","x":1}]}`, `[{"cell_type":"sql","metadata":{},"source":["a"],"x":1}]`},
		{"text of other types", `{"nbformat":4,"cells":[{"cell_type":"raw","source":["a\n",["b",null,5]]}]}`, `[{"cell_type":"raw","metadata":{},"source":["a\n","b5"]}]`},
		{
			"outputs", `{"nbformat":4,"cells":[{"cell_type":"code","execution_count":"3","source":"","outputs":[
				{"output_type":"error","traceback":"a\nb"},{"output_type":"stream","text":1},{"output_type":"display_data","data":{"text/html":{"a":1}}},
				{"output_type":"pyout","text":"x"},{"output_type":"new","y":[1]}]}]}`,
			`[{"cell_type":"code","execution_count":3,"metadata":{},"outputs":[` +
				`{"ename":"","evalue":"","output_type":"error","traceback":["a","b"]},{"name":"stdout","output_type":"stream","text":["1"]},{"data":{"text/html":["{\"a\":1}"]},"metadata":{},"output_type":"display_data"},` +
				`{"data":{"text/plain":["x"]},"execution_count":null,"metadata":{},"output_type":"execute_result"},{"output_type":"new","y":[1]}],"source":[]}]`,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			nb, err := Parse([]byte(tc.in))
			if err != nil {
				t.Fatal(err)
			}
			var written struct{ Cells json.RawMessage }
			var got bytes.Buffer
			if err := errors.Join(json.Unmarshal(nb.Bytes(), &written), json.Compact(&got, written.Cells)); err != nil || got.String() != tc.want {
				t.Errorf("written as %s, %v\nwant       %s", got.String(), err, tc.want)
			}
		})
	}
}

func TestBadNotebooksAreRefusedWithTheirPosition(t *testing.T) {
	cell := func(fields string) string {
		return `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"markdown","id":"m","metadata":{},"source":""},` + fields + `]}`
	}
	for _, tc := range []struct{ name, in, want string }{
		{"empty", "", "line 1, column 1: unexpected end of JSON input"},
		{"cut off", "{\n \"cells\": [\n", "unexpected end of JSON input"},
		{"comma", "{\n \"a\": 1,\n}", "line 3, column 1: invalid character '}'"},
		{"not UTF-8", "{\"a\": \"\xff\"}", "line 1, column 8: invalid UTF-8"},
		{"two values", "{} {}", "invalid character '{' after top-level value"},
		{"nested", strings.Repeat(`{"a":`, 101) + "1" + strings.Repeat("}", 101), "nested more than 100 deep"},
		{"a list", "[]", "not a JSON object"},
		{"null", "null", "not a JSON object"},
		{"no version", "{}", "the field nbformat is missing"},
		{"old", `{"nbformat":1,"nbformat_minor":0,"metadata":{}}`, "nbformat: version 1, want 2 to 4"},
		{"cell a number", cell(`3`), "cells[1]: want an object"},
		{"cells an object", `{"nbformat":4,"cells":{"a":1}}`, "cells: want a list"},
		{"metadata text", `{"nbformat":4,"metadata":"x","cells":[]}`, "metadata: want an object"},
		{"attachment", cell(`{"cell_type":"markdown","source":"","attachments":{"a.png":3}}`), "cells[1].attachments.a.png: want an object"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Parse([]byte(tc.in))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("Parse(%s)\n got %v\nwant %s", tc.in, err, tc.want)
			}
			var syntax *SyntaxError
			var field *FieldError
			if !errors.As(err, &syntax) && !errors.As(err, &field) {
				t.Errorf("error is a %T, want a *SyntaxError or *FieldError", err)
			}
		})
	}
}

func TestOldFormatsAreUpgraded(t *testing.T) {
	old := `{"nbformat":3,"nbformat_minor":0,"metadata":{"name":"x"},"worksheets":[{"cells":[
		{"cell_type":"heading","level":2,"source":["A\n","title"],"metadata":{}},
		{"cell_type":"html","source":"<b>x</b>","metadata":{}},
		{"cell_type":"code","language":"python","collapsed":false,"input":["1+1"],"prompt_number":3,"metadata":{},"outputs":[
			{"output_type":"stream","stream":"stderr","text":"warned"},
			{"output_type":"pyout","prompt_number":3,"text":["2"],"html":"<i>2</i>","metadata":{}},
			{"output_type":"display_data","png":"AAAA","metadata":{}},
			{"output_type":"pyerr","ename":"E","evalue":"boom","traceback":["a"]}]}]}]}`
	want := `{"nbformat":4,"nbformat_minor":0,"metadata":{"name":"x","language_info":{"name":"python"}},"cells":[
		{"cell_type":"markdown","source":"## A title","metadata":{}},
		{"cell_type":"markdown","source":"<b>x</b>","metadata":{}},
		{"cell_type":"code","source":["1+1"],"execution_count":3,"metadata":{},"outputs":[
			{"output_type":"stream","name":"stderr","text":"warned"},
			{"output_type":"execute_result","execution_count":3,"data":{"text/plain":["2"],"text/html":"<i>2</i>"},"metadata":{}},
			{"output_type":"display_data","data":{"image/png":"AAAA"},"metadata":{}},
			{"output_type":"error","ename":"E","evalue":"boom","traceback":["a"]}]}]}`
	got, err := Parse([]byte(old))
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := Parse([]byte(want))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(wanted.Bytes()), string(got.Bytes())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatOtherProgramsWriteIsRead(t *testing.T) {
	cell := func(fields string) string {
		return `{"nbformat":4,"nbformat_minor":4,"metadata":{},"cells":[{"metadata":{},` + fields + `}]}`
	}
	units := utf16.Encode([]rune("\ufeff" + cell(`"cell_type":"raw","source":"é😀"`)))
	little, big := []byte{}, []byte{}
	for _, u := range units {
		little, big = binary.LittleEndian.AppendUint16(little, u), binary.BigEndian.AppendUint16(big, u)
	}
	for _, tc := range []struct{ name, in, want string }{
		{"UTF-16 of Windows", string(little), cell(`"cell_type":"raw","source":"é😀"`)},
		{"UTF-16 of others", string(big), cell(`"cell_type":"raw","source":"é😀"`)},
		{"numbers of Python", cell(`"x":[NaN,-Infinity,1],"cell_type":"raw","source":"NaN \" NaN"`), cell(`"x":[null,null,1],"cell_type":"raw","source":"NaN \" NaN"`)},
		{"a count with a point", cell(`"cell_type":"code","source":"","outputs":[],"execution_count":2.0`), cell(`"cell_type":"code","source":"","outputs":[],"execution_count":2`)},
		{"no source", cell(`"cell_type":"raw","source":null`), cell(`"cell_type":"raw","source":""`)},
		{"a form that is null", cell(`"cell_type":"code","source":"","execution_count":null,"outputs":[{"output_type":"display_data","metadata":{},"data":{"text/plain":null}}]`), cell(`"cell_type":"code","source":"","execution_count":null,"outputs":[{"output_type":"display_data","metadata":{},"data":{}}]`)},
		{"a stream without a name", cell(`"cell_type":"code","source":"","execution_count":null,"outputs":[{"output_type":"stream","text":"a"}]`), cell(`"cell_type":"code","source":"","execution_count":null,"outputs":[{"output_type":"stream","name":"stdout","text":"a"}]`)},
		{"an old heading", cell(`"cell_type":"heading","level":3,"source":"a"`), cell(`"cell_type":"markdown","source":"### a"`)},
	} {
		got, err := Parse([]byte(tc.in))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		want, err := Parse([]byte(tc.want))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want.Bytes()), string(got.Bytes())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestValidateNamesEveryFault(t *testing.T) {
	nb := New(
		&Cell{ID: "a b", Type: Code, Metadata: Object{"tags": []string{"x", "x", "a,b"}}, Outputs: []*Output{{Type: Stream, Name: "log"}}},
		&Cell{ID: "twin", Type: Markdown, Extra: Object{"outputs": []string{}}},
		&Cell{ID: "twin", Type: Raw, Metadata: Object{"tags": "x"}},
		&Cell{Type: Code, Attachments: map[string]Bundle{}},
	)
	nb.Metadata.Set("kernelspec", map[string]any{"name": 1})
	nb.Extra = Object{"signature": ""}
	want := strings.Join([]string{
		"signature: the format has no such key",
		"metadata.kernelspec.name: want a string",
		"metadata.kernelspec.display_name: want a string",
		`cells[0].id: "a b" is not an id (want 1 to 64 of A–Z, a–z, 0–9, - and _)`,
		`cells[0].metadata.tags[1]: "x" is there twice`,
		`cells[0].metadata.tags[2]: "a,b" is not a tag (want some text without commas)`,
		`cells[0].outputs[0].name: "log" is not a stream (want stdout or stderr)`,
		"cells[1].outputs: the format has no such key",
		`cells[2].id: "twin" is also the id of cells[1]`,
		"cells[2].metadata.tags: want a list of strings",
		"cells[3].id: missing",
		"cells[3].attachments: a code cell cannot have attachments",
	}, "\n")
	if diff := cmp.Diff(want, fmt.Sprint(validate(nb))); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

func TestUpgradeGivesTheSameIdsEachTime(t *testing.T) {
	old := `{"nbformat":4,"nbformat_minor":2,"metadata":{},"cells":[
	{"cell_type":"markdown","metadata":{},"source":"same"},{"cell_type":"markdown","metadata":{},"source":"same"}]}`
	var first []byte
	for range 2 {
		nb, err := Parse([]byte(old))
		if err != nil {
			t.Fatal(err)
		}
		if !nb.Upgrade() || nb.Upgrade() {
			t.Error("Upgrade should change an old notebook once")
		}
		if err := validate(nb); err != nil {
			t.Errorf("upgraded notebook: %v", err)
		}
		if first == nil {
			first = nb.Bytes()
		} else if !bytes.Equal(first, nb.Bytes()) {
			t.Error("two upgrades of one file differ")
		}
	}
	twice := New(NewCell(Code, "a"), NewCell(Code, "b"))
	twice.Cells[0].ID, twice.Cells[1].ID = "dup", "dup"
	if !twice.Upgrade() || twice.Cells[0].ID != "dup" || validate(twice) != nil {
		t.Errorf("cells of one id have %q and %q", twice.Cells[0].ID, twice.Cells[1].ID)
	}
	newer, err := Parse([]byte(`{"nbformat":4,"nbformat_minor":9,"metadata":{},"cells":[]}`))
	if err != nil || newer.Upgrade() || newer.Minor != 9 {
		t.Errorf("a newer minor version is changed to %d (error %v)", newer.Minor, err)
	}
}

func TestWriteFileReplacesTheTargetAndKeepsItsPermissions(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.ipynb"), filepath.Join(dir, "link.ipynb")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err) // no symbolic links on this system
	}
	nb := New()
	if err := nb.WriteFile(link); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(target)
	if err != nil || !bytes.Equal(got, nb.Bytes()) {
		t.Errorf("target holds %q, error %v", got, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions are %v, want 0600 (error %v)", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced (error %v)", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("files left behind: %v", entries)
	}
	if err := nb.WriteFile(filepath.Join(dir, "none", "x.ipynb")); err == nil {
		t.Error("writing into a missing folder succeeds")
	}
}

func TestBundleValues(t *testing.T) {
	b := Bundle{"text/plain": "a\nb", "application/x+json": map[string]any{"a": 1}, "application/y+json": `{"a": `}
	b["image/png"] = "iVA="
	b["image/gif"] = []any{"aG", "k=\n"}
	b["image/bad"] = "!"
	check := func(mime, want string) {
		t.Helper()
		if got, ok := b.Text(mime); !ok || got != want {
			t.Errorf("Text(%s) = %q, %v, want %q", mime, got, ok, want)
		}
	}
	check("text/plain", "a\nb")
	check("application/x+json", `{"a":1}`)
	check("application/y+json", `"{\"a\": "`)
	check("image/png", "iVA=")
	if got, err := b.Bytes("image/gif"); string(got) != "hi" || err != nil {
		t.Errorf("Bytes(image/gif) = %q, %v", got, err)
	}
	if _, err := b.Bytes("image/bad"); err == nil {
		t.Error("bad base64 is accepted")
	}
	if got, err := b.Bytes("none"); got != nil || err != nil {
		t.Errorf("Bytes of a missing type = %q, %v", got, err)
	}
	if want := []string{"application/x+json", "application/y+json", "image/bad", "image/gif", "image/png", "text/plain"}; !cmp.Equal(b.Types(), want) {
		t.Errorf("Types() = %q, want %q", b.Types(), want)
	}
}

func FuzzReadWriteRead(f *testing.F) {
	for _, name := range jupyterFiles(f) {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"nbformat":4,"cells":[{"cell_type":"raw","source":["\ud800","\u0000\u0085"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := Parse(data)
		if err != nil {
			return
		}
		_ = validate(nb)
		once := nb.Bytes()
		again, err := Parse(once)
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, once)
		}
		if twice := again.Bytes(); !bytes.Equal(once, twice) {
			t.Fatalf("written twice differs:\n%s\n%s", once, twice)
		}
		again.Upgrade()
		if _, err := Parse(again.Bytes()); err != nil {
			t.Fatalf("cannot read the upgraded notebook: %v", err)
		}
	})
}

func ExampleNotebook_Bytes() {
	nb := New(NewCell(Code, "%%\nfmt.Println(1 < 2)", "timing"))
	nb.Upgrade()
	os.Stdout.Write(nb.Bytes())
	// Output:
	// {
	//  "cells": [
	//   {
	//    "cell_type": "code",
	//    "execution_count": null,
	//    "id": "f3e5732c",
	//    "metadata": {
	//     "tags": [
	//      "timing"
	//     ]
	//    },
	//    "outputs": [],
	//    "source": [
	//     "%%\n",
	//     "fmt.Println(1 < 2)"
	//    ]
	//   }
	//  ],
	//  "metadata": {},
	//  "nbformat": 4,
	//  "nbformat_minor": 5
	// }
}

func BenchmarkReadWrite(b *testing.B) {
	o := &Output{Type: DisplayData, Data: Bundle{}}
	o.Data["image/svg+xml"] = strings.Repeat("<path d=\"M0 0L1 1\"/>\n", 5000)
	o.Data["image/png"] = strings.Repeat("AQID", 30_000)
	nb := New()
	for range 8 {
		c := NewCell(Code, "%%\ndisplay.Show(figure)")
		c.Outputs = []*Output{o}
		nb.Cells = append(nb.Cells, c)
	}
	nb.Upgrade()
	data := nb.Bytes()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		nb, err := Parse(data)
		if err != nil {
			b.Fatal(err)
		}
		if len(nb.Bytes()) != len(data) {
			b.Fatal("the notebook changed")
		}
	}
}

func TestDigestIsOfWhatIsRun(t *testing.T) {
	make := func(sources ...string) *Notebook {
		nb := New()
		for _, s := range sources {
			nb.Cells = append(nb.Cells, NewCell(Code, s))
		}
		return nb
	}
	want := make("a", "b").Digest()
	executed := make("a", "b")
	executed.Metadata.Set("puzzlelab", "x")
	executed.Cells[0].Outputs = []*Output{{Type: Stream, Name: "stdout", Text: "1"}}
	executed.Cells[1].ID = "other"
	if got := executed.Digest(); got != want {
		t.Errorf("with outputs the digest is %s, want %s", got, want)
	}
	text := make("a", "b")
	text.Cells[1].Type = Markdown
	for name, nb := range map[string]*Notebook{
		"order": make("b", "a"), "a cell less": make("a"), "cells joined": make("a\nb"), "a space": make("a", "b "), "type": text,
	} {
		if nb.Digest() == want {
			t.Errorf("%s: the digest does not change", name)
		}
	}
}
