package puzzle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Instance is what every type of instances can do: print itself as the one line
// it can be read from. Equal instances, and only those, have equal text.
type Instance interface{ String() string }

// Puzzle is a puzzle whose type of instances has been erased by [Of], as the
// commands know it. Its functions panic if they are given an instance of another
// puzzle.
type Puzzle = Kind[Instance]

// Kind is what a puzzle says of itself, as data. Name, Doc, Source, Example,
// Formats, Strategies, Check and Size are needed; what is nil or empty besides is
// something the puzzle does not have.
type Kind[I Instance] struct {
	Name    string // lower case, as in commands; the prefix of its errors
	Doc     string // one line
	Source  string // who described it
	Example string // an instance as it is written on a line
	// Code is the source that decides what a stored trial says, as it was compiled
	// in: drawings are none of it, so they are best in a package of their own. It has to
	// hold every file that a strategy needs of its package, which puzzletest and every
	// run of a study check.
	Code []fs.FS

	// How instances are read. The first format has one instance a line.
	Formats []Format[I]
	Reading []Option // what else reading depends on
	// Part reports whether a line that is an instance may as well be a row, or another
	// part, of an instance that is written on several lines; nil if none may.
	Part func(inst I, line string) bool
	// Full is the text of an instance on a line that leaves nothing to assume, neither a
	// start nor that the line stands alone; nil for its String.
	Full func(inst I) string

	// Options that change the question, and the instance as they change it. The
	// error is for an instance they do not fit.
	Question []Option
	Ask      func(inst I, c Choice) (I, error)

	Strategies *Grammar[I]
	// Default names the strategy for those without an opinion. If it depends on the
	// instance it is "", DefaultFor says which it is, and DefaultAdvice in words.
	Default       string
	DefaultFor    func(inst I) string
	DefaultAdvice string
	// Session returns the default strategy of one who solves many instances in order: what
	// the first ones cost may decide what is made for the others. Costs and solutions are
	// those of the default of each instance. It says how far it is with what it makes, and
	// its findings name what ran; nil if there is none.
	Session    func(say func(text string)) Strategy[I]
	Heuristics []Heuristic
	// DefaultTime is the time limit of a search for which no limit is given, 0 for
	// none; TimeAdvice says it in words.
	DefaultTime func(inst I) time.Duration
	TimeAdvice  string
	// Tables returns the files that strategies look up, kept from run to run where
	// [TablesVariable] says; nil if there are none.
	Tables func() []Table
	// Endless says why solutions cannot be enumerated; "" if they can.
	Endless string

	// Check replays a solution, in the text of the finding that had it, and returns
	// its cost. The error says which move is impossible, or what is left unsolved.
	Check func(inst I, solution string) (cost int, err error)
	// Path is a solution as JSON; nil for a string.
	Path func(solution string) json.RawMessage
	// Describe writes a solution as an indented table no wider than 80 columns; nil
	// for the text alone.
	Describe func(w io.Writer, inst I, solution string) error

	// Size is the size of an instance as trials have it: its nodes, its cells.
	Size func(inst I) int
	// ParseSize reads a size of instances to generate, which SizeWant describes
	// ("N", "WxH") and SizeDoc explains; SizeExamples are some, a small one first.
	ParseSize         func(text string, c Choice) (Size, error)
	SizeWant, SizeDoc string
	SizeExamples      []string
	// Options of what is generated, and what they make of an instance.
	Making []Option
	Made   func(inst I, c Choice) I

	Families []Family[I] // the first is the default
	Sets     []Set[I]

	// Analyze returns what is known of an instance before any search.
	Analyze func(inst I) Analysis
	// Pictures are the ways to draw an instance; without any it is shown as text.
	Pictures []Picture[I]
	Style    []Option // of pictures

	functions []any // of the puzzle whose type of instances was erased
}

// Functions returns the functions that check solutions and run strategies, as they were
// declared, nil for those that a strategy does without: where they are is the source that
// Code has to hold.
func (k *Kind[I]) Functions() []any {
	if k.functions != nil {
		return k.functions
	}
	list := []any{k.Check}
	for i := range k.Strategies.kinds {
		p := &k.Strategies.kinds[i]
		list = append(list, p.problem, p.Bind, p.Run)
	}
	return list
}

// TablesVariable names the environment variable that says where tables are kept: a folder, or
// "none" for nowhere.
const TablesVariable = "PUZZLELAB_TABLES"

// Table is a file that strategies look up.
type Table struct {
	Name  string
	For   []string // the heuristics that look it up
	Path  string   // "" if tables are kept nowhere
	Bytes int64
	// Build makes the file if it is not there and whole, and says how far it is.
	Build func(ctx context.Context, say func(text string)) error
	// Verify reports what is wrong with the file, fs.ErrNotExist if there is none.
	Verify func() error
}

// Analysis is the structure of an instance, for a machine and for a reader.
type Analysis interface {
	json.Marshaler
	// Describe writes an indented table no wider than 80 columns.
	Describe(w io.Writer) error
}

// Format is a way to write instances.
type Format[I any] struct {
	Name, Doc string
	Example   string // an instance in it
	// Unlikely reports whether instances that it read are more likely written in another
	// format: they are not guessed then; nil if they never are.
	Unlikely func(insts []I) bool
	// Read yields the instances of r, which errors call file, as c, a choice of the
	// Kind's Reading, says. It goes on after text that is no instance, which it
	// yields as a [*SyntaxError], and ends after a failed read.
	Read func(r io.Reader, file string, c Choice) iter.Seq2[I, error]
}

// Heuristic is an estimate of the cost still to go, as it is listed.
type Heuristic struct {
	Name, Doc, Source      string
	Admissible, Consistent bool
	For                    string // the instances it is for, in words; "" for all
}

// Set is a published set of instances.
type Set[I any] struct {
	Name, Doc, Source string
	Members           func() []Member[I]
	// More makes the instances behind the last member; nil if there are no others.
	More func(index int) (I, error)
}

// Member is an instance of a set, with what is published and proved about it as
// JSON holds it; nil for nothing.
type Member[I any] struct {
	Instance I
	Facts    any
}

// Picture is a way to draw an instance. Formats are "text", "svg" and "html".
type Picture[I any] struct {
	Name, Doc string
	Formats   []string
	Solution  bool     // it is of a solution, not of an instance alone
	Stepped   bool     // it is of one state of a solution, which can be chosen
	Thinned   bool     // it is of many, of which every K-th can be drawn
	Structure []string // the formats that can show the analysis
	First     []string // formats in which a solution is drawn so unless something else is asked for
	// Style names the Kind's Style options that make sense, each with the formats in
	// which it does; nil for all.
	Style map[string][]string
	Draw  func(w io.Writer, inst I, v View) error
	// Play returns the solution for a page of somebody else that steps through it: the SVG
	// before the first step, with rules of style, and a sentence about each step, the first
	// about none. It is nil if this picture does not move.
	Play func(inst I, v View) (stage, style string, said []string, err error)
}

// View is what is asked of a picture.
type View struct {
	Format    string
	Solved    bool   // there is a solution to draw
	Solution  string // in the puzzle's text
	Step      int    // moves made in the state that is drawn
	Every     int    // moves between two states; 0 for the picture's own
	Structure bool
	Choice    // of the Kind's Style
}

// Text writes a drawing in characters, and below it the analysis if the
// structure is asked for.
func (v View) Text(w io.Writer, text string, analyze func() Analysis) error {
	if _, err := io.WriteString(w, text); err != nil || !v.Structure {
		return err
	}
	return analyze().Describe(w)
}

// Family is a way to make instances. The same family, size, seed and index give
// the same instance for ever: a change of what a name makes raises its Version,
// which is part of the seed.
type Family[I any] struct {
	Name        string // with the options that differ from their defaults
	Version     int
	Doc, Source string
	Options     []Option

	// Generate makes one instance of a size. It draws from random alone, or, for a
	// list of instances, takes the one numbered index. An error says why there is
	// none of that size. It must be safe to call from several goroutines at once.
	Generate func(size Size, index int, random *search.Random) (I, error)
	// Bind returns Generate for a choice of Options, if there are any.
	Bind func(c Choice) (func(size Size, index int, random *search.Random) (I, error), error)

	puzzle string
	size   func(I) int
}

// Instance returns the instance number index, from 0, of that size and root
// seed. Each is drawn apart from the others, from a key that hashes family,
// version, options, size, seed and index. The family must come from
// [Kind.Family].
func (f Family[I]) Instance(size Size, seed uint64, index int) (I, error) {
	fail := func(err error) (I, error) {
		var none I
		return none, fmt.Errorf("%s: generate %s of size %s: %w", f.puzzle, f.Name, size.Text, wording.Unprefixed(f.puzzle, err))
	}
	if f.Generate == nil {
		return fail(errors.New("the family has no Generate function"))
	}
	if index < 0 {
		return fail(fmt.Errorf("index %d is negative", index))
	}
	inst, err := f.Generate(size, index, f.Random(size, seed, index))
	if err != nil {
		return fail(err)
	}
	if n := f.size(inst); n != size.Cells {
		return fail(fmt.Errorf("the family returned an instance of size %d", n))
	}
	return inst, nil
}

// Random returns the source that Instance draws from.
func (f Family[I]) Random(size Size, seed uint64, index int) *search.Random {
	key := []uint64{uint64(f.Version)}
	for _, n := range size.Numbers {
		key = append(key, uint64(n))
	}
	return search.NewRandom(f.Name, append(key, seed, uint64(index))...)
}

// String returns the family's name with its options.
func (f Family[I]) String() string { return f.Name }

// Recipe names an instance by what makes it.
func (f Family[I]) Recipe(size Size, seed uint64, index int) string {
	return fmt.Sprintf("%s %s@%d size=%s seed=%d index=%d", f.puzzle, f.Name, f.Version, size.Text, seed, index)
}

// Instance returns the instance of that text: an instance as its String writes it,
// or a [Family.Recipe]. The error says what is wrong with the text, or that the
// family has another version by now.
func (k *Kind[I]) Instance(text string) (inst I, err error) {
	if recipe, ok := strings.CutPrefix(text, k.Name+" "); ok {
		return k.made(recipe)
	}
	read := 0
	for one, err := range k.Formats[0].Read(strings.NewReader(text), "", Defaults(k.Reading)) {
		if err != nil {
			return inst, err
		}
		inst = one
		read++
	}
	if read != 1 {
		return inst, fmt.Errorf("%s: %d instances in %s (want 1)", k.Name, read, wording.Quote(text))
	}
	return inst, nil
}

// made returns the instance of a recipe, which follows the puzzle's name.
func (k *Kind[I]) made(recipe string) (I, error) {
	var none I
	fail := func(err error) (I, error) {
		return none, fmt.Errorf("%s: recipe %q: %w", k.Name, recipe, wording.Unprefixed(k.Name, err))
	}
	var name, size string
	var version, index int
	var seed uint64
	if _, err := fmt.Sscanf(strings.Replace(recipe, "@", " ", 1), "%s %d size=%s seed=%d index=%d", &name, &version, &size, &seed, &index); err != nil {
		return fail(errors.New("it is no FAMILY@VERSION size=SIZE seed=SEED index=INDEX"))
	}
	family, err := k.Family(name)
	if err != nil {
		return fail(err)
	}
	if version != family.Version {
		return fail(fmt.Errorf("the family has version %d by now", family.Version))
	}
	asked, err := k.ParseSize(size, Defaults(k.Making))
	if err != nil {
		return fail(err)
	}
	if again := family.Recipe(asked, seed, index); again != k.Name+" "+recipe {
		return fail(fmt.Errorf("it would be written %q", again))
	}
	return family.Instance(asked, seed, index)
}

// Family returns the family of that name, with options behind commas: "planted",
// "planted-cycles,k=4,c=n/20". The Name of the result has them in the order in
// which they are listed and leaves out defaults. Errors list what there is and
// suggest the nearest name.
func (k *Kind[I]) Family(name string) (Family[I], error) {
	words := strings.Split(name, ",")
	var names []string
	for _, f := range k.Families {
		if f.Name != words[0] {
			names = append(names, f.Name)
			continue
		}
		fail := func(err error) (Family[I], error) {
			return Family[I]{}, fmt.Errorf("%s: family %q: %w", k.Name, name, err)
		}
		f.puzzle, f.size = k.Name, k.Size
		c, err := choose("it", f.Options, words[1:])
		if err != nil {
			return fail(err)
		}
		if f.Bind != nil {
			if f.Generate, err = f.Bind(c); err != nil {
				return fail(err)
			}
		}
		f.Name += c.suffix(f.Options)
		return f, nil
	}
	what := "family"
	for _, s := range k.Sets {
		what = "family or set"
		names = append(names, s.Name)
	}
	return Family[I]{}, fmt.Errorf("%s: no %s is called %q (want %s)%s", k.Name, what, words[0], strings.Join(names, ", "), search.DidYouMean(words[0], names))
}

// Set returns the published set of that name, and whether there is one. The
// error is for options, which no set takes.
func (k *Kind[I]) Set(name string) (Set[I], bool, error) {
	base, options, hasOptions := strings.Cut(name, ",")
	i := slices.IndexFunc(k.Sets, func(s Set[I]) bool { return s.Name == base })
	switch {
	case i < 0:
		return Set[I]{}, false, nil
	case hasOptions:
		return Set[I]{}, true, fmt.Errorf("%s: set %q takes no option, got %q", k.Name, base, options)
	}
	return k.Sets[i], true, nil
}

// Strategy returns the strategy of that name, ready to run: see [Grammar].
func (k *Kind[I]) Strategy(name string) (Strategy[I], error) { return k.Strategies.Parse(name) }
