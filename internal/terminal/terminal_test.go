package terminal

import (
	"strings"
	"testing"
)

func TestWhatATerminalShowsInTheEnd(t *testing.T) {
	for in, want := range map[string][2]string{
		"a\nb":                                {"a\nb", "a\nb"},
		"step 1/3\rstep 2/3\rstep 3/3\ndone":  {"step 3/3\ndone", "step 3/3\ndone"},
		"long line\rab":                       {"abng line", "abng line"},
		"long line\rab\x1b[K":                 {"ab", "ab"},
		"step 1\x1b[2K\x1b[1Gok\x1b[Gd":       {"dk", "dk"},
		"a\r\nb\r\n":                          {"a\nb\n", "a\nb\n"},
		"abc\b\bX":                            {"aXc", "aXc"},
		"\b\ba":                               {"a", "a"},
		"\x1b[1mb\x1b[0m <c>":                 {"b <c>", `<span style="font-weight:bold">b</span> (c)`},
		"\x1b[31mr\ns\x1b[39mt":               {"r\nst", `<span style="color:color-mix(in srgb,#d11 75%,currentColor)">r</span>` + "\n" + `<span style="color:color-mix(in srgb,#d11 75%,currentColor)">s</span>t`},
		"\x1b[38;5;196;48;2;1;2;3mx":          {"x", `<span style="color:rgb(255,0,0);background:rgb(1,2,3)">x</span>`},
		"\x1b[38;5;244mx\x1b[m":               {"x", `<span style="color:rgb(128,128,128)">x</span>`},
		"\x1b]0;title\x07x\x1b[2J\x1b(By\x1b": {"xy\x1b", "xy\x1b"},
		"\x1b[38;5m\x1b[99999999999999999mx":  {"x", `<span style="color:color-mix(in srgb,#000 75%,currentColor)">x</span>`},
		"é\xff\b\r":                           {"é\xff", "é\xff"},
	} {
		if got := Plain(in); got != want[0] {
			t.Errorf("%q is %q, want %q", in, got, want[0])
		}
		if got := HTML(in, strings.NewReplacer("<", "(", ">", ")").Replace); got != want[1] {
			t.Errorf("%q is %q as HTML, want %q", in, got, want[1])
		}
	}
}

func FuzzShown(f *testing.F) {
	f.Add("\x1b[1;38;5;3mabc\b\rd\x1b[0K\n")
	f.Fuzz(func(t *testing.T, text string) {
		html := HTML(text, func(s string) string { return strings.NewReplacer("<", "(", ">", ")").Replace(s) })
		if strings.Count(html, "<span style=") != strings.Count(html, "</span>") || strings.ContainsAny(Plain(text), "\b") {
			t.Errorf("%q is %q and %q", text, html, Plain(text))
		}
	})
}
