package cli

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// stripes returns a board of one row with n cells besides the blank one.
func stripes(t *testing.T, n, colors, width int) (colorwalk.Board, []colorwalk.Color) {
	t.Helper()
	cells, path := []colorwalk.Color{colorwalk.Blank}, make([]colorwalk.Color, n)
	for i := range path {
		path[i] = colorwalk.Color(1 + i%colors)
		cells = append(cells, slices.Repeat([]colorwalk.Color{path[i]}, width)...)
	}
	b, err := colorwalk.NewBoard(1, len(cells), 0, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b, path
}

func TestAFloodingIsFoldedAtEightyColumnsAndCutShort(t *testing.T) {
	row := regexp.MustCompile(`(?m)^  (path|removes) +(.*)$`)
	for _, c := range []struct{ moves, width int }{
		{1, 1}, {17, 1}, {18, 1}, {18, 99}, {18, 100_000}, {floodingShown, 1}, {floodingShown + 1, 1}, {1000, 1},
	} {
		b, path := stripes(t, c.moves, 12, c.width)
		var out bytes.Buffer
		if err := (flooding{b, path}).Describe(&out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > 80 {
				t.Errorf("%+v: a line of %d columns: %s", c, width, line)
			}
		}
		words := map[string][]string{}
		for _, m := range row.FindAllStringSubmatch(out.String(), -1) {
			words[m[1]] = append(words[m[1]], strings.Fields(m[2])...)
		}
		shown := min(c.moves, floodingShown)
		if got, want := strings.Join(words["path"], ""), colorwalk.FormatPath(path[:shown]); got != want {
			t.Errorf("%+v: the path is %s, want %s", c, got, want)
		}
		if got, want := words["removes"], slices.Repeat([]string{strconv.Itoa(c.width)}, shown); !slices.Equal(got, want) {
			t.Errorf("%+v: the moves remove %v, want %v", c, got, want)
		}
		_, rest, cut := strings.Cut(out.String(), "  … ")
		if cut != (c.moves > floodingShown) || cut && !strings.HasPrefix(rest, fmt.Sprintf("%d more of %d moves", c.moves-floodingShown, c.moves)) {
			t.Errorf("%+v: the text ends %q", c, rest)
		}
	}
}

func TestSizesOfGridsAreReadAndWritten(t *testing.T) {
	for _, want := range []floodSize{{Rows: 1, Cols: 1}, {Rows: 20, Cols: 30}, {Rows: 1, Cols: colorwalk.MaxCells}} {
		var got floodSize
		if err := got.Set(want.String()); err != nil || got != want {
			t.Errorf("Set(%q) = %v, %v", want.String(), got, err)
		}
	}
	for _, text := range []string{"", "20", "x", "20x", "20x30x5", "0x5", "-2x3", "4097x4097", "99999999999999999999x1", "20,30"} {
		kept := floodSize{Rows: 3, Cols: 2}
		if err := kept.Set(text); err == nil || kept != (floodSize{Rows: 3, Cols: 2}) {
			t.Errorf("Set(%q) left %v and the error %v, want an error and no change", text, kept, err)
		}
	}
}

func TestAStartIsACellOfTheBoard(t *testing.T) {
	parse := func(line string) colorwalk.Board {
		b, err := colorwalk.ParseBoard(line)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct{ board, start, want string }{
		{"121/212", "", "121/212"},
		{"121/212", "1,1", "121/212"},
		{"121/212", "2,3", "start=2,3 121/212"},
		{"start=2,3 121/212", "2,1", "start=2,1 121/212"},
		{"001/200", "1,2", "start=1,2 001/200"},
	} {
		var start floodStart
		if c.start != "" {
			if err := start.Set(c.start); err != nil || start.String() != c.start {
				t.Errorf("Set(%q): %v, %v", c.start, start.String(), err)
			}
		}
		if got, err := start.of(parse(c.board)); err != nil || got != parse(c.want) {
			t.Errorf("%s from %q is %v, %v, want %s", c.board, c.start, got, err, c.want)
		}
	}
	for _, c := range []struct{ board, start string }{{"121/212", "3,1"}, {"121/212", "1,4"}, {"011/212", "2,2"}} {
		var start floodStart
		if err := start.Set(c.start); err != nil {
			t.Fatal(err)
		}
		if got, err := start.of(parse(c.board)); err == nil {
			t.Errorf("%s from %s is %v, want an error", c.board, c.start, got)
		}
	}
}

// TestTheSeriesGoesOnBehindItsPublishedBoards: generate takes them for one list.
func TestTheSeriesGoesOnBehindItsPublishedBoards(t *testing.T) {
	known, err := colorwalk.KnownInstances(seriesName)
	if err != nil {
		t.Fatal(err)
	}
	set, isSet, err := findFloodSet(seriesName)
	if err != nil || !isSet {
		t.Fatalf("the series is a set: %v, %v", isSet, err)
	}
	gen := publishedFlood(set)
	if gen.published != len(known) || !gen.goesOn {
		t.Errorf("%d boards are published, more to come: %v; want %d and true", gen.published, gen.goesOn, len(known))
	}
	for i := range len(known) + 1 {
		got, err := gen.make(1, i)
		switch {
		case err != nil:
			t.Errorf("board %d: %v", i, err)
		case i < len(known) && got != known[i].Board:
			t.Errorf("board %d is %v, want %v", i, got, known[i].Board)
		}
		if (gen.facts(i) == nil) != (i >= len(known)) {
			t.Errorf("board %d: facts %v", i, gen.facts(i))
		}
	}
}

func TestAPatternOfTwoProgramsStandsForNames(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"gla-D", "gla-5", true},
		{"gla-D", "gla-5+dijkstra", false},
		{"gla-D+dijkstra", "gla-5+dijkstra", true},
		{"gla-D+dijkstra", "gla-5", false},
		{"dijkstra+gla-D", "dijkstra+gla-5", true},
		{"beam-N/E", "beam-100/layers+distances", true},
		{"beam-N/E", "beam-100", false},
		{"wastar-W/layers", "wastar-1.5/layers", true},
		{"wastar-W/layers", "wastar-1.5/cells", false},
		{"astar/layers", "astar/layers", true},
	} {
		if got := isNamed(c.pattern, c.name); got != c.want {
			t.Errorf("isNamed(%q, %q) = %v, want %v", c.pattern, c.name, got, c.want)
		}
	}
}

func TestOnlySearchesOnTheProblemNeedFewRegions(t *testing.T) {
	var narrow []string
	for _, s := range colorWalk().strategies {
		if s.Fits != "" {
			narrow = append(narrow, s.Name)
		}
	}
	strategy, err := colorwalk.ParseStrategy("astar/layers")
	if err != nil {
		t.Fatal(err)
	}
	largest, _ := stripes(t, 512, 2, 1)
	if err := strategy.Fits(largest); err != nil {
		t.Errorf("boards of 512 regions are said to fit: %v", err)
	}
	if want := []string{"wastar-W/layers", "astar/layers", "idastar/layers", "bfs"}; !slices.Equal(narrow, want) {
		t.Errorf("%v take boards of few regions only, want %v", narrow, want)
	}
}

// TestRandomPlayDependsOnSeedAndBoardAlone: not on the place in the input, and
// two boards of one size are not played with the same draws.
func TestRandomPlayDependsOnSeedAndBoardAlone(t *testing.T) {
	play := func(seed, board string) string {
		var stdout, stderr bytes.Buffer
		status := Main(nil, []string{"solve", "colorwalk", "--strategy", "random", "--seed", seed}, strings.NewReader(board+"\n"), &stdout, &stderr)
		if status != statusDone {
			t.Fatalf("status %d: %s", status, &stderr)
		}
		_, paths, _ := strings.Cut(stdout.String(), "\n")
		paths, _, _ = strings.Cut(paths, "  random: ") // the time is behind it
		return paths
	}
	a, b := "012121/212121/121212", "011111/222222/111111"
	once := play("1", a)
	if again, other := play("1", a), play("2", a); once != again || once == other {
		t.Errorf("seed 1 makes\n%sand\n%sseed 2 makes\n%s", once, again, other)
	}
	first := func(text string) string {
		return strings.Fields(text)[1] + strings.Fields(text)[2] + strings.Fields(text)[3]
	}
	same := 0
	for seed := range 20 {
		if s := strconv.Itoa(seed); first(play(s, a)) == first(play(s, b)) {
			same++
		}
	}
	if same == 20 {
		t.Error("two boards are played with the same draws")
	}
}
