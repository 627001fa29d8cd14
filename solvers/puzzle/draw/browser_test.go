package draw

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var browser = flag.String("browser", "", "a Chromium, to run the script of the puzzles' pages in")

// seen is what a reader of a page sees after an action.
type seen struct {
	Action string
	Step   int      // of the slider
	Said   string   // the sentence
	Facts  []string // beside it
	End    bool     // the stage is marked as after the last move
	Play   string   // the text of the button
	Tracks []string // the value of each track, in the order of the elements and their attributes
}

// actions are done one after the other on a page that has at least three moves;
// step is where each leaves a page of last moves.
var actions = []struct {
	name, script string
	step         func(last int) int
}{
	{"Home", `key("Home")`, func(int) int { return 0 }},
	{"two moves on", `key("ArrowRight"); key("ArrowRight")`, func(int) int { return 2 }},
	{"one move back", `key("ArrowLeft")`, func(int) int { return 1 }},
	{"End", `key("End")`, func(last int) int { return last }},
	{"beyond the end", `key("ArrowRight")`, func(last int) int { return last }},
	{"the button to the start", `id("first").click()`, func(int) int { return 0 }},
	{"back at the start", `id("back").click()`, func(int) int { return 0 }},
	{"the button on", `id("on").click()`, func(int) int { return 1 }},
	{"the button to the end", `id("last").click()`, func(last int) int { return last }},
	{"the slider", `id("step").value = 2; id("step").dispatchEvent(new Event("input"))`, func(int) int { return 2 }},
	{"a row of the table", `document.querySelectorAll("#table tbody tr")[3].click()`, func(int) int { return 3 }},
	{"a move in the row of moves", `document.querySelectorAll("#moves span")[1].click()`, func(int) int { return 2 }},
	{"playing from the start to the end", `key("Home"); id("speed").value = "100"; key(" "); await wait(60000)`, func(last int) int { return last }},
	{"playing anew, and a pause after three moves", `id("play").click(); await wait(350); id("play").click(); await wait(5000)`, func(int) int { return 3 }},
	{"playing, and a step by hand", `id("play").click(); await wait(150); key("Home"); await wait(5000)`, func(int) int { return 0 }},
}

// TestTheScriptOfAPageShowsEveryStep runs the pages of all puzzles in a browser, and
// compares what it shows with what the pages hold as data.
func TestTheScriptOfAPageShowsEveryStep(t *testing.T) {
	if *browser == "" {
		t.Skip("needs -browser, a Chromium")
	}
	pages, err := filepath.Glob("../../*/render/testdata/page-*.html")
	if err != nil || len(pages) < 3 {
		t.Fatalf("pages %q, %v; want one of each puzzle", pages, err)
	}
	for _, file := range pages {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := expected(t, string(text))
		got := played(t, string(text))
		if len(got) != len(want) {
			t.Fatalf("%s: %d actions were done, want %d", file, len(got), len(want))
		}
		for i := range want {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("%s: after %s the browser shows\n%+v, want\n%+v", file, want[i].Action, got[i], want[i])
			}
		}
	}
}

// expected reads from the text of a page what it shows after each action.
func expected(t *testing.T, page string) []seen {
	_, stage, _ := strings.Cut(page, "<figure id=\"stage\">\n")
	stage, _, _ = strings.Cut(stage, "<figcaption")
	var tracks [][][2]string // of each track its values, each from a step on
	var name string          // of the attribute whose first value is the element's text
	for d := xml.NewDecoder(strings.NewReader(stage)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			first := map[string]string{}
			for _, a := range e.Attr {
				first[a.Name.Local] = a.Value
			}
			for _, a := range e.Attr {
				attribute, tracked := strings.CutPrefix(a.Name.Local, "data-at-")
				if !tracked {
					continue
				}
				values := [][2]string{{"0", first[attribute]}}
				for entry := range strings.SplitSeq(a.Value, "|") {
					from, value, _ := strings.Cut(entry, " ")
					values = append(values, [2]string{from, value})
				}
				tracks, name = append(tracks, values), attribute
			}
		case xml.CharData:
			if name == "text" {
				tracks[len(tracks)-1][0][1] = string(e)
			}
			name = ""
		}
	}
	rows := regexp.MustCompile(`<tr data-said="([^"]*)"><td>\d+</td>(.*)</tr>`).FindAllStringSubmatch(page, -1)
	var all []seen
	for _, a := range actions {
		s := seen{Action: a.name, Step: a.step(len(rows) - 1), Play: "Play"}
		s.End = s.Step == len(rows)-1
		s.Said = html.UnescapeString(rows[s.Step][1])
		for cell := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(rows[s.Step][2], "<td>"), "</td>"), "</td><td>") {
			s.Facts = append(s.Facts, html.UnescapeString(cell))
		}
		for _, values := range tracks {
			now := ""
			for _, v := range values {
				if from, _ := strconv.Atoi(v[0]); from <= s.Step {
					now = v[1]
				}
			}
			s.Tracks = append(s.Tracks, now)
		}
		all = append(all, s)
	}
	return all
}

// played does the actions in the browser. Its clock jumps from one timer to the
// next, so playing takes no time.
func played(t *testing.T, page string) []seen {
	var script strings.Builder
	script.WriteString(`<script>(async () => {
const id = (name) => document.getElementById(name), wait = (ms) => new Promise((done) => setTimeout(done, ms));
const key = (k) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true }));
const stage = document.querySelector("#stage > svg"), tracks = [], all = [];
for (const e of stage.querySelectorAll("*")) for (const a of e.attributes) if (a.name.startsWith("data-at-")) tracks.push([e, a.name.slice(8)]);
const note = (action) => all.push({
  Action: action, Step: +id("step").value, Said: id("said").textContent, Facts: [...document.querySelectorAll("#facts dd")].map((e) => e.textContent),
  End: stage.classList.contains("end"), Play: id("play").textContent, Tracks: tracks.map(([e, n]) => n === "text" ? e.textContent : e.getAttribute(n)) });
`)
	for _, a := range actions {
		fmt.Fprintf(&script, "%s; note(%q);\n", a.script, a.name)
	}
	script.WriteString(`document.body.textContent = "RESULT" + JSON.stringify(all) + "END";
})()</script></body>`)
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(strings.Replace(page, "</body>", script.String(), 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(*browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir="+dir, "--virtual-time-budget=120000", "--dump-dom", "file://"+file)
	run.Stderr = nil
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%s: %v", *browser, err)
	}
	_, result, _ := strings.Cut(string(out), "RESULT")
	result, _, done := strings.Cut(result, "END</body>")
	var all []seen
	if err := json.Unmarshal([]byte(html.UnescapeString(result)), &all); err != nil || !done {
		t.Fatalf("the browser says %v and %.500s", err, out)
	}
	return all
}
