package defuse

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestControlCharactersAreShown(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"text", "Größe\t1 → 2\n棋 \u00a0", "Größe\t1 → 2\n棋 \u00a0"},
		{"colors", "\x1b[31mred\x1b[0m", "␛[31mred␛[0m"},
		{"title of a terminal", "\x1b]0;owned\x07", "␛]0;owned␇"},
		{"overwriting", "failed\rsolved\b", "failed␍solved␈"},
		{"lines of Windows", "a\r\nb", "a\r\nb"},
		{"C1", "\u009b31m\u0085\u007f", `\u009b31m\u0085\u007f`},
		{"direction", "\u202eabc\u202c\u2066x\u2069", `\u202eabc\u202c\u2066x\u2069`},
		{"not UTF-8", "a\x9b31m\xff", "a\ufffd31m\ufffd"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Text(tc.in); got != tc.want {
				t.Errorf("Text(%q) = %q, want %q", tc.in, got, tc.want)
			}
		})
	}
}

// FuzzText checks that no control characters are left, that text without them does not change, and
// that text may arrive in any two pieces.
func FuzzText(f *testing.F) {
	f.Add("a\x1b[2J\u009b é\u202e", 3)
	f.Add("\xc2\x9b棋\xe2\x80", 1)
	f.Fuzz(func(t *testing.T, s string, cut int) {
		got := Text(s)
		if i := strings.IndexFunc(strings.ReplaceAll(got, "\r\n", ""), func(r rune) bool {
			return r < ' ' && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
		}); i >= 0 || !utf8.ValidString(got) {
			t.Errorf("Text(%q) = %q", s, got)
		}
		if Text(got) != got {
			t.Errorf("Text(%q) = %q, which it changes again", s, got)
		}
		var out strings.Builder
		w := &Writer{To: &out}
		cut = max(0, min(cut, len(s)))
		for _, piece := range []string{s[:cut], s[cut:], "."} { // the last ends what the first began
			if n, err := w.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Fatalf("wrote %d, %v", n, err)
			}
		}
		if want := Text(s + "."); out.String() != want && !strings.HasSuffix(s[:cut], "\r") {
			t.Errorf("%q in two pieces, the first of %d bytes, became %q, want %q", s, cut, out.String(), want)
		}
	})
}

func TestJSONMeansTheSameBehindAWriter(t *testing.T) {
	const want = "\x1b[31m\u009b\u007f\u202e\r\n\b 棋"
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal([]byte(Text(string(text))), &got); err != nil || got != want {
		t.Errorf("%q became %q, %v", want, got, err)
	}
}

func TestFormulasOfSpreadsheetsAreText(t *testing.T) {
	in := []string{"=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "\r=1", "-5", "-1.5e-3", "+2", "-", "a=b", "", "'=1", "-Inf"}
	want := []string{"'=1+1", "'+cmd|' /C calc'!A0", "'-2+3", "'@SUM(1)", "'\t=1", "'\r=1", "-5", "-1.5e-3", "+2", "'-", "a=b", "", "'=1", "-Inf"}
	before := slices.Clone(in)
	if got := Record(in); !slices.Equal(got, want) {
		t.Errorf("Record(%q)\n= %q, want\n  %q", in, got, want)
	}
	if !slices.Equal(in, before) {
		t.Errorf("the row itself became %q", in)
	}
}
