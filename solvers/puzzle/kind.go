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

// Instance is an instance of any puzzle. String returns the line from which it can be parsed. Two
// instances are equal if and only if their lines are.
type Instance interface{ String() string }

// Puzzle is a puzzle with its instance type erased by [Of], as the commands use it. Its functions
// panic if they get an instance of another puzzle.
type Puzzle = Kind[Instance]

// Kind describes a puzzle, as data. Name, Doc, Source, Example, Formats, Strategies, Check and Size
// are required. The other fields may be nil or empty if the puzzle does not have the feature.
type Kind[I Instance] struct {
	Name    string // lower case; used in commands, and as prefix of errors
	Doc     string // one line
	Source  string // who described the puzzle
	Example string // an instance on one line
	// Code is the embedded source that determines the results of trials. Drawings do not affect
	// results, so keep them in a separate package. Code must contain every file of the package that
	// a strategy needs; puzzletest and every run of a study check this.
	Code []fs.FS

	// Formats are the formats for reading instances. The first has one instance per line.
	Formats []Format[I]
	Reading []Option // options for reading
	// Part reports whether a line that is an instance may also be a part, such as a row, of an
	// instance on several lines; nil means that no line can.
	Part func(inst I, line string) bool
	// Full returns the text of an instance without any defaults, such as the start, and without any
	// doubt that the line is a complete instance; nil means String.
	Full func(inst I) string

	// Question lists options that change the question, and Ask applies them to an instance. Ask
	// returns an error if they do not fit the instance.
	Question []Option
	Ask      func(inst I, c Choice) (I, error)

	Strategies *Grammar[I]
	// Default names the strategy for users who do not choose one. If it depends on the instance,
	// Default is "", DefaultFor returns the name, and DefaultAdvice explains the choice.
	Default       string
	DefaultFor    func(inst I) string
	DefaultAdvice string
	// Session, if not nil, returns a default strategy for many instances in a row: the time spent
	// on the first instances decides whether to prepare anything, such as tables, for the rest.
	// Each instance's cost and solution are the same as with its default strategy. Session reports
	// the progress of preparations to say, and its findings name the strategies that ran.
	Session    func(say func(text string)) Strategy[I]
	Heuristics []Heuristic
	// DefaultTime returns the time limit for a search if the user sets no limit, or 0 for none;
	// TimeAdvice explains it.
	DefaultTime func(inst I) time.Duration
	TimeAdvice  string
	// Tables lists the lookup tables of strategies, which are stored in the folder that
	// [TablesVariable] names; nil if there are none.
	Tables func() []Table
	// Space returns all states of a size as a graph, with distances from the goal, for enumerations
	// in files; nil if there is none.
	Space func(size Size) (search.Space, error)
	// Endless explains why solutions cannot be enumerated; "" if they can.
	Endless string

	// Check replays a solution, given as text, and returns its cost. The error says which move is
	// impossible, or what is left unsolved.
	Check func(inst I, solution string) (cost int, err error)
	// Path converts a solution to JSON; nil means a string.
	Path func(solution string) json.RawMessage
	// Describe writes a solution as an indented table of at most 80 columns; nil means that only
	// the text is shown.
	Describe func(w io.Writer, inst I, solution string) error

	// Size returns the size of an instance for trials, such as its nodes or cells.
	Size func(inst I) int
	// ParseSize parses a size for generating instances. SizeWant is its form ("N", "WxH"), SizeDoc
	// explains it, and SizeExamples has examples, a small one first.
	ParseSize         func(text string, c Choice) (Size, error)
	SizeWant, SizeDoc string
	SizeExamples      []string
	// Making lists options for generated instances, and Made applies them. Made returns an error if
	// they do not fit the instance.
	Making []Option
	Made   func(inst I, c Choice) (I, error)

	Families []Family[I] // the first is the default
	Sets     []Set[I]

	// Analyze returns what is known about an instance without search.
	Analyze func(inst I) Analysis
	// Pictures lists the ways to draw an instance; if there are none, its text is shown.
	Pictures []Picture[I]
	Style    []Option // options for pictures

	functions []any // functions of the puzzle before its type was erased
}

// Functions returns the declared functions that check solutions and run strategies; nil for missing
// ones. Code must contain the files that declare them.
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

// TablesVariable is the environment variable that names the folder in which tables are stored, or
// is "none" to store none.
const TablesVariable = "PUZZLELAB_TABLES"

// Table is a lookup table in a file.
type Table struct {
	Name  string
	For   []string // heuristics that use it
	Path  string   // "" if tables are kept nowhere
	Bytes int64
	// Build makes the file unless it exists and is intact, and reports progress.
	Build func(ctx context.Context, say func(text string)) error
	// Verify returns an error if the file is damaged, and fs.ErrNotExist if there is none.
	Verify func() error
}

// Analysis is the structure of an instance, for programs (as JSON) and for people.
type Analysis interface {
	json.Marshaler
	// Describe writes an indented table of at most 80 columns.
	Describe(w io.Writer) error
}

// Format is a notation for instances.
type Format[I any] struct {
	Name, Doc string
	Example   string // an instance in this format
	// Unlikely reports whether instances that this format read are more likely in another format,
	// so that [Auto] does not consider this one; nil means never.
	Unlikely func(insts []I) bool
	// Read yields the instances of r; errors call it file. c is a choice of the Kind's Reading. For
	// text that is not an instance, Read yields a [*SyntaxError] and continues. It stops after a
	// failed read.
	Read func(r io.Reader, file string, c Choice) iter.Seq2[I, error]
}

// Heuristic describes a heuristic in lists.
type Heuristic struct {
	Name, Doc, Source      string
	Admissible, Consistent bool
	For                    string // the instances it is for, in words; "" for all
}

// Set is a published set of instances.
type Set[I any] struct {
	Name, Doc, Source string
	Members           func() []Member[I]
	// More generates instances beyond the published members; nil if there are no more.
	More func(index int) (I, error)
}

// Member is an instance of a set. Facts contains published and proved facts about it, to be written
// as JSON; nil if there are none.
type Member[I any] struct {
	Instance I
	Facts    any
}

// Picture is a way to draw an instance. Formats are "text", "svg" and "html".
type Picture[I any] struct {
	Name, Doc string
	Formats   []string
	Solution  bool     // needs a solution
	Stepped   bool     // shows one state of a solution, which can be chosen
	Thinned   bool     // shows many states, which can be thinned out to every K-th
	Structure []string // formats that can show the analysis
	First     []string // formats in which this picture is the default for solutions
	// Style names the Kind's Style options that apply, each with its formats; nil means all.
	Style map[string][]string
	Draw  func(w io.Writer, inst I, v View) error
	// Play returns the solution for a page that animates it: the SVG before the first step, with
	// its style rules, and a sentence for each state, the initial state first. It is nil if the
	// picture cannot be animated.
	Play func(inst I, v View) (stage, style string, said []string, err error)
}

// View describes the requested picture.
type View struct {
	Format    string
	Solved    bool   // a solution is given
	Solution  string // in the puzzle's text form
	Step      int    // number of moves before the state to draw
	Every     int    // number of moves between states; 0 means the picture's default
	Structure bool
	Choice    // of the Kind's Style
}

// Family generates instances. The same family, size, seed and index always give the same instance:
// if a family changes, its Version increases, and the version is part of the seed.
type Family[I any] struct {
	Name        string // with the options that differ from their defaults
	Version     int
	Doc, Source string
	Options     []Option

	// Generate makes an instance of a size. It uses no randomness except random; a family that is a
	// list returns the instance with the given index. It returns an error if there is no instance
	// of that size. It must be safe for concurrent use.
	Generate func(size Size, index int, random *search.Random) (I, error)
	// Bind, if not nil, returns Generate for a choice of Options.
	Bind func(c Choice) (func(size Size, index int, random *search.Random) (I, error), error)

	puzzle string
	size   func(I) int
}

// Instance returns an instance by index, from 0, for a size and root seed. Instances are
// independent: each has its own key, a hash of family, version, options, size, seed and index. The
// family must come from [Kind.Family].
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

// Random returns the random source that Instance uses.
func (f Family[I]) Random(size Size, seed uint64, index int) *search.Random {
	key := []uint64{uint64(f.Version)}
	for _, n := range size.Numbers {
		key = append(key, uint64(n))
	}
	return search.NewRandom(f.Name, append(key, seed, uint64(index))...)
}

// String returns the family's name with its options.
func (f Family[I]) String() string { return f.Name }

// Recipe returns a text that identifies a generated instance.
func (f Family[I]) Recipe(size Size, seed uint64, index int) string {
	return fmt.Sprintf("%s %s@%d size=%s seed=%d index=%d", f.puzzle, f.Name, f.Version, size.Text, seed, index)
}

// Instance parses the text of an instance, or a [Family.Recipe] and generates the instance. It
// returns an error if the text is invalid, or if the family's version has changed.
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

// made generates the instance for a recipe, given without the puzzle's name.
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

// Family returns a family by name, with options after commas: "planted",
// "planted-cycles,k=4,c=n/20". The Name of the result has the options in their listed order,
// without defaults. Errors list the known names and suggest the nearest.
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

// Set returns a published set by name, and whether there is one. It returns an error if the name
// has options, since sets have none.
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

// Strategy returns a strategy by name, ready to run: see [Grammar].
func (k *Kind[I]) Strategy(name string) (Strategy[I], error) { return k.Strategies.Parse(name) }
