package sweepfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	handsoftime "github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	tiles "github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var puzzles = []*puzzle.Puzzle{puzzle.Of(handsoftime.Kind()), puzzle.Of(tiles.Kind())}

// whole has every field.
const whole = `# a comment
name: whole
title: >
  What can a file
  describe?
puzzle: tiles
seed: 0x7
repeats: 2
mode: timed
isolate: true
sets:
  - family: walk,length=10
    sizes: [3 × 2, "3x3"]
    instances: 2
  - {family: korf100, instances: 1}
  - file: boards.txt
    format: line
strategies: [idastar/manhattan, greedy/manhattan, idastar/linear-conflict]
limits:
  nodes: 1M
  time: 30s
  memory: 2GiB
  cpu: 1m
  resident: 4000000000
  except:
    - strategies: [greedy/manhattan]
      nodes: 20000
    - sizes: [4x4]
      strategies: [greedy/manhattan, idastar/manhattan]
      nodes: 0
      time: 1,5s
`

// small has what must be there.
const small = `name: small
title: How many?
puzzle: handsoftime
sets:
  - family: planted
    sizes: [20, 30]
    instances: 1k
strategies: [pruning, contraction]
`

// written returns the path of a file with that text, beside a file of boards.
func written(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "sweep.yaml")
	if err := errors.Join(os.WriteFile(name, []byte(text), 0o666), os.WriteFile(filepath.Join(dir, "boards.txt"), []byte("1 2 3 4 5 6 7 0 8\n8 1 3 4 0 2 7 6 5\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestASweepIsWhatTheFileSays(t *testing.T) {
	d, err := Read(written(t, whole), puzzles, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "whole" || d.Title != "What can a file describe?" || d.Puzzle != "tiles" {
		t.Errorf("%q asks %q of %q", d.Name, d.Title, d.Puzzle)
	}
	planned := func(c study.Choice) (text []string) {
		r, err := d.Choose(c)
		if err != nil {
			t.Fatal(err)
		}
		plan := r[0]
		if want := (trial.Isolation{CPU: time.Minute, Resident: 4e9}); plan.Isolate == nil || *plan.Isolate != want {
			t.Errorf("isolated by %+v, want %+v", plan.Isolate, want)
		}
		sweeps, err := plan.Sweeps()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sweeps {
			for _, inst := range s.Instances {
				for _, strategy := range s.Strategies {
					l := s.LimitsFor(strategy.Name, inst.Size)
					text = append(text, fmt.Sprintf("%s seed %d ×%d %s/%d/%d %s %d %v %d", s.Mode, s.Seed, s.Repeats, inst.Set, inst.Size, inst.Index, strategy.Name, l.Expanded, l.Time, l.Bytes))
				}
			}
		}
		return text
	}
	var want []string
	for _, inst := range []string{"walk,length=10-3x2/6/0", "walk,length=10-3x2/6/1", "walk,length=10-3x3/9/0", "walk,length=10-3x3/9/1", "korf100/16/0", "boards/9/0", "boards/9/1"} {
		for _, strategy := range []string{"idastar/manhattan 1000000 30s", "greedy/manhattan 20000 30s", "idastar/linear-conflict 1000000 30s", "idastar/manhattan,control 1000000 30s"} {
			if inst == "korf100/16/0" && !strings.Contains(strategy, "linear") {
				strategy, _, _ = strings.Cut(strategy, " ")
				strategy += " 0 1.5s"
			}
			want = append(want, "timed seed 7 ×2 "+inst+" "+strategy+" 2147483648")
		}
	}
	if got := planned(study.Choice{}); !slices.Equal(got, want) {
		t.Errorf("the whole is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got := planned(study.Choice{Sizes: []string{"4x2"}, Strategies: []string{"bfs"}, Instances: 1, Limits: search.Limits{Time: study.NoLimit}})
	if want := []string{"timed seed 7 ×2 walk,length=10-4x2/8/0 bfs 1000000 0s 2147483648"}; !slices.Equal(got, want) {
		t.Errorf("of what is chosen %q is run, want %q", got, want)
	}
}

func TestYAMLIsThatOfVersion1_2(t *testing.T) {
	for _, c := range []struct {
		text          string
		isolate       bool
		repeats, seed int
	}{
		{"\ufeff" + small, false, 0, 0},
		{"%YAML 1.2\n---\n" + small + "...\n", false, 0, 0},
		{"\ufeff%YAML 1.2\n# text\n%TAG ! tag:e.org,2026:\n---\n" + small, false, 0, 0},
		{small + "isolate: True\nrepeats: 010\nseed: 010\n", true, 10, 10},
		{small + "isolate: FALSE\nrepeats: 0o10\nseed: 0x10\n", false, 8, 16},
		{small + "repeats: +3\nseed: 0o17\n", false, 3, 15},
	} {
		f, _, err := read("a.yaml", []byte(c.text))
		if err != nil || f.Isolate != c.isolate || f.Repeats != c.repeats || f.Seed != uint64(c.seed) {
			t.Errorf("%q is read as %+v, %v", c.text, f, err)
		}
	}
}

// Notepad saves UTF-16, and old Macs end lines with a carriage return.
func TestFilesOfOtherSystemsAreRead(t *testing.T) {
	wide := "\xff\xfe"
	for _, b := range []byte(small) {
		wide += string([]byte{b, 0})
	}
	for _, text := range []string{wide, strings.ReplaceAll(small, "\n", "\r"), strings.ReplaceAll(small, "\n", "\r\n")} {
		if d, err := Read(written(t, text), puzzles, nil); err != nil || d.Name != "small" {
			t.Errorf("%q is read as %q, %v", text, d.Name, err)
		}
	}
}

func TestFaultsSayWhatIsWrongAndWhere(t *testing.T) {
	of := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("%q does not stand in the whole", old)
		}
		return strings.Replace(whole, old, new, 1)
	}
	for _, c := range []struct{ text, want string }{
		{"", ": the file is empty (want a mapping with name, title, puzzle, sets, strategies)"},
		{"# nothing\n", ": the file is empty (want a mapping with name, title, puzzle, sets, strategies)"},
		{strings.Repeat("#\n", 1<<16), ": it is longer than 64 KiB"},
		{"a: " + strings.Repeat("[", 101), ":1:104: more than 100 brackets are open"},
		{"# a\r- b", ":2:1: the file is a list"},
		{"a:\n  b: 1\n\tc: 2\n", ":3:1: found character '\t' that cannot start any token (want spaces instead of tabs)"},
		{"a:b\nc: d\n", ":1:1: unexpected key name (want a space after the colon, as in name: value)"},
		{"a: b: c\n", ":1:4: mapping value is not allowed in this context (want quotation marks around text with a colon)"},
		{"a: @b\n", ":1:4: '@' is a reserved character (want quotation marks around text that begins with a sign such as * or @)"},
		{"a = 1\nb = 2\nc: d\n", ":1:1: unexpected key name (want a colon instead of =, as in name: value)"},
		{"a:\n  - b\n- c\n", ":3:1: non-map value is specified (want fields, and also entries of a list, that begin in the same column)"},
		{"- a\n", ":1:1: the file is a list (want fields, as in \"name: value\")"},
		{"name: a\xff\n", ":1:8: a character that is no text in UTF-8"},
		{"name: a\n\x00", ":2:1: a character that is no text in UTF-8"},
		{"name: [a\n", ":1:7: sequence end token ']' not found"},
		{"# a\n%YAML 1.1\n---\n" + small, ":2:1: YAML 1.1 is not read (want %YAML 1.2, where numbers with a 0 in front are decimal)"},
		{small + "isolate: yes\n", ":9:10: isolate: \"yes\" is neither true nor false"},
		{small + "---\nname: x\n", ":10:1: a second document (want one)"},
		{small + "title: x\n", ":9:1: mapping key \"title\" already defined at [2:1]"},
		{of("puzzle: tiles\n", ""), ":2:1: the file lacks the field \"puzzle\""},
		{of("seed", "sede"), ":7:1: the file has no field \"sede\" (want name, title, puzzle, sets, strategies, commands, seed, repeats, limits, mode or isolate); did you mean \"seed\"?"},
		{of("sizes", "size"), ":13:5: a set has no field \"size\" (want family, sizes, instances, file or format); did you mean \"sizes\"?"},
		{of("cpu", "cpus"), ":23:3: limits has no field \"cpus\" (want nodes, time, memory, cpu, resident or except); did you mean \"cpu\"?"},
		{of("    - strategies: [greedy/manhattan]\n      nodes", "    - nodse"), ":26:7: an exception has no field \"nodse\" (want strategies, sizes, nodes, time or memory); did you mean \"nodes\"?"},
		{of("name: whole", "name: [whole]"), ":2:7: name is a list (want one value)"},
		{of("name: whole", "name: {a: b}"), ":2:8: name is a mapping (want one value)"},
		{of("name: whole", "name:"), ":2:6: name is empty (want one value)"},
		{of("name: whole", "name: &a whole"), ":2:7: name is an anchor, an alias or a tag (write out what it stands for)"},
		{of("name: whole", "name: !!str whole"), ":2:7: name is an anchor, an alias or a tag (write out what it stands for)"},
		{of("name: whole", "name: The Whole"), ":2:7: name: \"The Whole\" cannot name a study (want at most 64 lower-case letters, digits and hyphens)"},
		{of("name: whole", "name: taken"), ":2:7: name: a study is already called \"taken\" (choose another name)"},
		{of("title: >\n  What can a file\n  describe?", "title: ''"), ":3:8: title: it is empty"},
		{of("puzzle: tiles", "puzzle: tile"), ":6:9: puzzle: no puzzle is called \"tile\" (want handsoftime or tiles); did you mean \"tiles\"?"},
		{of("0x7", "-1"), ":7:7: seed: \"-1\" is not a seed (want 0 to 18446744073709551615)"},
		{of("repeats: 2", "repeats: 0"), ":8:10: repeats: \"0\" is out of range (want 1 to 1000000)"},
		{of("repeats: 2", "repeats: two"), ":8:10: repeats: \"two\" is not a number such as 60000, 60k or 1M"},
		{of("timed", "time"), ":9:7: mode: \"time\" is not a mode (want budget or timed)"},
		{of("isolate: true", "isolate: yes"), ":10:10: isolate: \"yes\" is neither true nor false"},
		{of("1M", "1Mi"), ":20:10: nodes: \"1Mi\" is not a number such as 60000, 60k or 1M"},
		{of("20000", "20_000"), ":27:14: nodes: \"20_000\" is text in YAML 1.2 (want digits without _, as in 60000, 0o17 or 0x1F)"},
		{of("0x7", "0b1"), ":7:7: seed: \"0b1\" is text in YAML 1.2"},
		{of("0x7", "1_000"), ":7:7: seed: \"1_000\" is text in YAML 1.2"},
		{of("30s", "1:30"), ":21:9: time: \"1:30\" is not a duration"},
		{of("0x7", ".inf"), ":7:7: seed: \".inf\" is not a seed"},
		{of("0x7", "~"), ":7:7: seed is empty (want one value)"},
		{of("isolate: true", "<<: {isolate: true}"), ":10:1: the file has no field \"<<\""},
		{of("isolate: true", "isolate: on"), ":10:10: isolate: \"on\" is neither true nor false"},
		{of("30s", "30"), ":21:9: time: \"30\" is not a duration such as 500ms, 30s or 10m"},
		{of("30s", "-30s"), ":21:9: time: \"-30s\" is negative"},
		{of("2GiB", "2G"), ":22:11: memory: \"2G\" is not an amount of memory such as 512MiB, 2GiB or 2GB"},
		{of("strategies: [idastar/manhattan, greedy/manhattan, idastar/linear-conflict]", "strategies: []"), ":18:1: strategies is empty"},
		{of("strategies: [idastar/manhattan, greedy/manhattan, idastar/linear-conflict]", "strategies: idastar/manhattan"), ":18:13: strategies is one value (want a list, as in \"[a, b]\")"},
		{of("greedy/manhattan, idastar", "greedy/manhatan, idastar"), ":18:33: strategies: no heuristic is called \"manhatan\" (want "},
		{of("greedy/manhattan, idastar", "idastar/manhattan, idastar"), ":18:33: strategies: idastar/manhattan is there twice"},
		{of("    - strategies: [greedy", "    - strategies: [astar"), ":26:20: strategies: astar/manhattan is none of the file's (want idastar/manhattan, greedy/manhattan or idastar/linear-conflict)"},
		{of("      nodes: 20000\n", ""), ":26:7: except: it has no limit (want nodes, time or memory)"},
		{of("sizes: [4x4]", "sizes: [4y4]"), ":28:15: sizes: \"4y4\" is not a size"},
		{of("[3 × 2, \"3x3\"]", "[3x2, 33]"), ":13:18: sizes: \"33\" is not a size: "},
		{of("[3 × 2, \"3x3\"]", "[999x999]"), ":13:13: sizes: "},
		{of("family: walk", "family: wlak"), ":12:13: family: no family or set is called \"wlak\" (want "},
		{of("family: walk,length=10", "family: korf100"), ":13:5: sizes: korf100 is a published set, whose instances have their own sizes"},
		{of("    sizes: [3 × 2, \"3x3\"]\n", ""), ":12:13: family: there are no sizes of walk,length=10 (want a field \"sizes\", as in ["},
		{of("    instances: 2\n", ""), ":12:13: family: there is no number of walk,length=10 (want a field \"instances\": so many of each size)"},
		{of("instances: 2\n", "instances: 2M\n"), ":14:16: instances: \"2M\" is out of range (want 1 to 1000000)"},
		{of("korf100, instances: 1}", "korf100, instances: 101}"), ":15:34: instances: 101 are too many (korf100 has 100)"},
		{of("file: boards.txt", "instances: 3"), ":16:5: sets: a set has either a family or a file"},
		{of("file: boards.txt", "file: boards.txt\n    family: korf100"), ":16:5: sets: a set has either a family or a file"},
		{of("file: boards.txt", "file: boards.txt\n    instances: 3"), ":17:16: instances: all those of a file are run"},
		{of("file: boards.txt", "file: boards.txt\n    sizes: [3x3]"), ":17:5: sizes: the instances of a file have their own"},
		{of("file: boards.txt", "family: korf100"), ":17:13: format: there is no file to read"},
		{of("file: boards.txt", "file: '-'"), ":16:11: file: standard input cannot be read again for a report (want the name of a file)"},
		{of("file: boards.txt", "file: nowhere.txt"), ":16:11: file: open "},
		{of("format: line", "format: lime"), ":17:13: format: \"lime\" is not a format of tiles (want "},
		{of("file: boards.txt", "file: sweep.yaml"), "tiles: parse: "},
		{of("{family: korf100, instances: 1}", "{family: 'walk,length=10', sizes: [3x3], instances: 9}"), ":15:6: sets: there are instances of size 9 in a set \"walk,length=10-3x3\" already (want other sizes, or another name of the file)"},
	} {
		name := written(t, c.text)
		_, err := Read(name, puzzles, []string{"taken"})
		if err == nil {
			t.Errorf("no error, want %s of\n%s", c.want, c.text)
			continue
		}
		if got := strings.TrimPrefix(err.Error(), name); got != c.want && !strings.HasPrefix(got, c.want) {
			t.Errorf("error\n%s\nwant\n%s", got, c.want)
		}
	}
}

func TestAFaultShowsTheLines(t *testing.T) {
	_, _, err := read("f", []byte("name: x\r\n\r\nlimits:\r\n\tnodes: 3\r\n"))
	wrong, _ := errors.AsType[*SyntaxError](err)
	if wrong == nil || wrong.Lines != "   1 | name: x\n   2 |\n   3 | limits:\n>  4 |  nodes: 3\n"+strings.Repeat(" ", 7+wrong.Column-1)+"^\n" {
		t.Fatalf("%+v", wrong)
	}
}

// The schema is made of what is read, so that it knows the same fields.
func TestTheSchemaAcceptsWhatIsRead(t *testing.T) {
	data, err := Schema()
	var s jsonschema.Schema
	if err := errors.Join(err, json.Unmarshal(data, &s)); err != nil {
		t.Fatal(err)
	}
	schema, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, valid := range map[string]bool{
		whole: true, small: true,
		strings.Replace(whole, "sizes", "size", 1):                   false,
		strings.Replace(whole, "timed", "time", 1):                   false,
		strings.Replace(whole, "2GiB", "2G", 1):                      false,
		strings.Replace(whole, "30s", "30", 1):                       false,
		strings.Replace(whole, "1M", "1Mi", 1):                       false,
		strings.Replace(whole, "isolate: true", "isolate: 'yes'", 1): false,
		strings.Replace(small, "[20, 30]", "[]", 1):                  false,
		strings.Replace(small, "title", "Title", 1):                  false,
	} {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != valid {
			t.Errorf("valid: %v, want %v: %v\n%s", err == nil, valid, err, text)
		}
	}
}

// drawn returns trials of the set planted of a size, on each index so many nodes of each strategy.
func drawn(set string, size, n int, nodes map[string]uint64) (trials []trial.Trial) {
	for strategy, count := range nodes {
		trials = append(trials, studytest.Each(n, func(i int) trial.Trial {
			return studytest.Ran(set, size, i, strategy, count+uint64(i))
		})...)
	}
	return trials
}

func TestClaimsAreDecidedByTheLargestSizeOrByAllOfAList(t *testing.T) {
	d, err := Read(written(t, small), puzzles, nil)
	if err != nil {
		t.Fatal(err)
	}
	less, more := map[string]uint64{"pruning": 200, "contraction": 100}, map[string]uint64{"pruning": 100, "contraction": 200}
	studytest.Flips(t, d.Claims, d.Lead,
		studytest.Flip{ID: "less-nodes-1", Want: claim.Holds, Trials: append(drawn("planted", 30, 30, less), drawn("planted", 20, 20, more)...)},
		studytest.Flip{ID: "less-nodes-1", Want: claim.Fails, Trials: append(drawn("planted", 30, 30, more), drawn("planted", 20, 20, less)...)},
		studytest.Flip{ID: "less-nodes-1", Want: claim.Undecided, Trials: drawn("planted", 20, 20, less)},
	)
	list := `name: list
title: Which?
puzzle: tiles
sets: [{file: boards.txt}]
strategies: [idastar/manhattan, greedy/manhattan]
`
	if d, err = Read(written(t, list), puzzles, nil); err != nil {
		t.Fatal(err)
	}
	costly := drawn("boards", 9, 2, map[string]uint64{"idastar/manhattan": 200, "greedy/manhattan": 100})
	cheap := slices.Clone(costly)
	for i := range costly {
		costly[i].Cost, cheap[i].Cost = 3, 3
		if costly[i].Strategy == "greedy/manhattan" {
			costly[i].Cost, cheap[i].Cost = 4, 2
		}
	}
	studytest.Flips(t, d.Claims, d.Lead,
		studytest.Flip{ID: "less-nodes-1", Want: claim.Holds, Trials: costly},
		studytest.Flip{ID: "less-nodes-1", Want: claim.Fails, Trials: drawn("boards", 9, 2, map[string]uint64{"idastar/manhattan": 100, "greedy/manhattan": 100})},
		studytest.Flip{ID: "less-cost-1", Want: claim.Holds, Trials: cheap},
		studytest.Flip{ID: "less-cost-1", Want: claim.Fails, Trials: costly},
	)
}

// Two strategies that promise the optimum have no claim about cost.
func TestItemsAreOfWhatTheFileSays(t *testing.T) {
	for text, want := range map[string]string{
		small: "what description heading growth-nodes answered-nodes trials-nodes pairs-nodes less-nodes-1",
		strings.Replace(small, ", contraction", "", 1): "what description heading growth-nodes answered-nodes trials-nodes",
		strings.Replace(small, "  - family: planted\n    sizes: [20, 30]", "  - {family: planted, sizes: [20], instances: 9}\n  - family: planted\n    sizes: [30]", 1): "what description heading growth-nodes answered-nodes trials-nodes pairs-nodes less-nodes-1",
		whole: "what description" +
			" heading-1 growth-nodes-1 answered-nodes-1 trials-nodes-1 pairs-nodes-1 less-nodes-1-1 less-nodes-2-1 growth-cost-1 pairs-cost-1 less-cost-1-1 growth-time-1 answered-time-1 trials-time-1 pairs-time-1 less-time-1-1 less-time-2-1" +
			" heading-2 answered-nodes-2 trials-nodes-2 pairs-nodes-2 less-nodes-1-2 less-nodes-2-2 pairs-cost-2 less-cost-1-2 answered-time-2 trials-time-2 pairs-time-2 less-time-1-2 less-time-2-2" +
			" heading-3 answered-nodes-3 trials-nodes-3 pairs-nodes-3 less-nodes-1-3 less-nodes-2-3 pairs-cost-3 less-cost-1-3 answered-time-3 trials-time-3 pairs-time-3 less-time-1-3 less-time-2-3",
	} {
		d, err := Read(written(t, text), puzzles, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.ItemIDs(), " "); got != want {
			t.Errorf("items\n%s\nwant\n%s", got, want)
		}
		failed := studytest.Ran("korf100", 16, 0, "idastar/manhattan", 1)
		failed.Error = "no"
		for _, trials := range [][]trial.Trial{nil, {failed}, drawn("planted", 20, 3, map[string]uint64{"contraction": 1}), drawn("boards", 9, 2, map[string]uint64{"idastar/manhattan": 1, "greedy/manhattan": 2})} {
			for i := range trials {
				if text == whole {
					trials[i].Mode = trial.Timed
				}
			}
			r, err := d.Report(frame.Of(trials))
			if err == nil {
				err = r.Validate()
			}
			if err != nil {
				t.Errorf("the report of %d trials: %v", len(trials), err)
			}
			if _, ok := r.Block(d.Key); !ok {
				t.Errorf("the report has no figure %q", d.Key)
			}
			for i, b := range r.Blocks {
				timed := strings.Contains(d.Items[i].ID, "-time")
				if b.About().Timing != timed && len(trials) > 0 {
					t.Errorf("%s: shows times: %v, want %v", d.Items[i].ID, b.About().Timing, timed)
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{whole, small, "", "a: [", "? a\n: b", "<<: {name: x}", "name: *a", "sets: [{file: |\n  x}]", "\"name\": a\n'name': b", "limits: {except: [{nodes: 1}]}"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _, err := read("f", data)
		again, _, _ := read("f", data)
		if !reflect.DeepEqual(got, again) {
			t.Errorf("%+v, then %+v", got, again)
		}
		if err == nil {
			if got.Name == "" && got.Title == "" && !strings.Contains(string(data), "name") {
				t.Errorf("%q is %+v", data, got)
			}
			return
		}
		wrong, ok := errors.AsType[*SyntaxError](err)
		if !ok || wrong.Line > strings.Count(string(data), "\n")+strings.Count(string(data), "\r")+1 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", data, err)
		}
	})
}
