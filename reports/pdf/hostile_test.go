package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
)

func TestLinksThatRunSomethingAreText(t *testing.T) {
	for _, tc := range []struct {
		name, markdown string
		links          bool
	}{
		{"the web", "[word](https://example.org/a)", true},
		{"automatic", "<https://example.org/word>", true},
		{"a script", "[word](javascript:alert(1))", false},
		{"in mixed case", "[word](JaVaScRiPt:alert(1))", false},
		{"by reference characters", "[word](&#106;avascript:alert(1))", false},
		{"with a tab", "[word](<java\tscript:alert(1)>)", false},
		{"with a character reference of a tab", "[word](java&Tab;script:alert(1))", false},
		{"behind a backslash", `[word](javascript\:alert(1))`, false},
		{"data", "[word](data:text/html,x)", false},
		{"a file", "[word](file:///etc/passwd)", false},
		{"Visual Basic", "[word]\n\n[word]: vbscript:x", false},
		{"an automatic script", "<javascript:word>", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out := written(t, reports.Report{ID: "r", Title: "T", Blocks: []reports.Block{reports.Text{Markdown: tc.markdown}}}, A4)
			if got := bytes.Contains(out, []byte("/URI")); got != tc.links {
				t.Errorf("the document has a link: %v, want %v", got, tc.links)
			}
			if !strings.Contains(strings.Join(textOf(t, out), ""), "word") {
				t.Error("the words of the link are missing")
			}
		})
	}
}

func TestControlCharactersAreShown(t *testing.T) {
	out := written(t, reports.Report{ID: "r", Title: "A title", Blocks: []reports.Block{
		reports.Code{Output: "\x1b[31mred\u009b\u202e"}, reports.Text{Markdown: "over\u202ewritten &#27;[2J"},
	}}, A4)
	text := strings.Join(textOf(t, out), "")
	for _, want := range []string{"redU+009BU+202E", "U+202E", "written"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e }); i >= 0 {
		t.Errorf("%q is in the text", text[i:i+3])
	}
}

// TestAnImageUnpacksToNoMoreThanItsSize has images of a kilobyte and less whose pixels, or
// what is packed in their place, take gigabytes.
func TestAnImageUnpacksToNoMoreThanItsSize(t *testing.T) {
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		data []byte
	}{
		{"a large PNG", header(t, small.Bytes(), 60000, 60000)},
		{"a PNG of more than it says", packed(t, small.Bytes(), 1<<28)},
		{"a PNG of less than it says", header(t, small.Bytes(), 9, 9)},
		{"a large GIF", []byte("GIF89a\xff\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x00;")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			name := "a.png"
			if strings.Contains(tc.name, "GIF") {
				name = "a.gif"
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var out bytes.Buffer
			err := Write(&out, reports.Report{ID: "r", Title: "T", Images: map[string][]byte{name: tc.data}, Blocks: []reports.Block{reports.Text{Markdown: "![a](" + name + ")"}}}, A4)
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Errorf("%v, want what is said of the image", err)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
				t.Errorf("it took %d MB", n>>20)
			}
		})
	}
}

func TestAnInterlacedImageIsShown(t *testing.T) {
	var small, out bytes.Buffer
	if err := png.Encode(&small, image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	interlaced := chunks(t, small.Bytes(), func(kind string, content []byte) []byte {
		if kind == "IHDR" {
			content = append(slices.Clone(content[:12]), 1)
		}
		return content
	})
	err := Write(&out, reports.Report{ID: "r", Title: "T", Blocks: []reports.Block{reports.Figure{ID: "f", PNG: interlaced}}}, A4)
	if err != nil || !bytes.Contains(out.Bytes(), []byte("/Subtype /Image")) {
		t.Errorf("error %v, or no image", err)
	}
}

// header returns a PNG file that says another size.
func header(t *testing.T, data []byte, width, height uint32) []byte {
	return chunks(t, data, func(kind string, content []byte) []byte {
		if kind == "IHDR" {
			content = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
			content = append(content, 8, 6, 0, 0, 0)
		}
		return content
	})
}

// packed returns a PNG file with so many zeros in place of its pixels.
func packed(t *testing.T, data []byte, n int) []byte {
	return chunks(t, data, func(kind string, content []byte) []byte {
		if kind == "IDAT" {
			var b bytes.Buffer
			w := zlib.NewWriter(&b)
			zeros := make([]byte, 1<<20)
			for range n / len(zeros) {
				if _, err := w.Write(zeros); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			content = b.Bytes()
		}
		return content
	})
}

// chunks returns a PNG file with other content of its chunks.
func chunks(t *testing.T, data []byte, change func(kind string, content []byte) []byte) []byte {
	t.Helper()
	out := slices.Clone(data[:8])
	for at := 8; at < len(data); {
		n := int(binary.BigEndian.Uint32(data[at:]))
		kind := string(data[at+4 : at+8])
		content := change(kind, data[at+8:at+8+n])
		out = binary.BigEndian.AppendUint32(out, uint32(len(content)))
		body := append([]byte(kind), content...)
		out = binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
		at += n + 12
	}
	return out
}
