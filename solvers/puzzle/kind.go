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

// Instance is an instance of any puzzle. String returns a line from which the puzzle can parse the
// instance again. Two instances are equal if and only if their lines are equal.
type Instance interface{ String() string }

// Puzzle is a puzzle with [Instance] as its instance type; see [Of]. Commands work with any Puzzle.
// Its functions panic if passed an instance of any other puzzle.
type Puzzle = Kind[Instance]

// Kind describes a puzzle in a single value. Name, Doc, Source, Example, Formats, Strategies, Check
// and Size are required. The other fields may be nil or empty if the puzzle lacks the feature.
type Kind[I Instance] struct {
	Name    string // name in lower case; users type it in commands, and errors begin with it
	Doc     string // one-line description of the puzzle
	Source  string // publication that describes the puzzle
	Example string // example of an instance on one line, for help texts
	// Code is the embedded source that determines the results of trials. Keep drawings in a
	// separate package, since they do not affect results. Code must contain every file of the
	// package that a strategy needs; puzzletest and every run of a study check this.
	Code []fs.FS

	// Formats lists the text formats in which instances can be read. The first format has one
	// instance per line.
	Formats []Format[I]
	Reading []Option // options for reading instances
	// Part reports whether line, which the first format parsed as inst, could also be a part of an
	// instance that is written on several lines, such as a row. Nil means that no line can.
	Part func(inst I, line string) bool
	// Full returns a line for inst that states every value explicitly, such as the start, and that
	// is never mistaken for a part of an instance. Nil means that String returns such a line.
	Full func(inst I) string

	// Question lists options that change the question posed for an instance, such as where its
	// solutions start. Ask applies the chosen options to the instance, and returns an error if they
	// do not fit it.
	Question []Option
	Ask      func(inst I, c Choice) (I, error)

	Strategies *Grammar[I]
	// Default names the strategy to run if the user does not choose one. If the choice depends on
	// the instance, Default is "", DefaultFor returns the name, and DefaultAdvice explains the
	// choice.
	Default       string
	DefaultFor    func(inst I) string
	DefaultAdvice string
	// Session, if not nil, returns the strategy for solving many instances in a row if the user
	// does not choose one. This strategy measures the time for the first instances to decide
	// whether preparing data, such as tables, is worthwhile for the remaining instances. Costs and
	// solutions are the same as with each instance's default strategy. The strategy passes progress
	// messages to the function say, and its findings name the strategies that it ran.
	Session    func(say func(text string)) Strategy[I]
	Heuristics []Heuristic
	// DefaultTime returns the time limit for a search if the user sets none; 0 means no limit.
	// TimeAdvice explains this limit to the user.
	DefaultTime func(inst I) time.Duration
	TimeAdvice  string
	// Tables, if not nil, lists the lookup tables that strategies store in the folder named by
	// [TablesVariable].
	Tables func() []Table
	// Space, if not nil, returns the graph of all states of the given size, with distances counted
	// from the goal. Package external can enumerate this graph in files.
	Space func(size Size) (search.Space, error)
	// Endless explains why the solutions of an instance cannot all be listed. It is "" if they can.
	Endless string

	// Check replays a solution, given as text, and returns its cost. The error says which move is
	// impossible, or what the solution leaves unsolved.
	Check func(inst I, solution string) (cost int, err error)
	// Path converts a solution to JSON. Nil means that the JSON is the solution's text as a string.
	Path func(solution string) json.RawMessage
	// Describe writes a solution as an indented table of at most 80 columns. If it is nil, commands
	// show only the text of the solution.
	Describe func(w io.Writer, inst I, solution string) error

	// Size returns the size of an instance, such as its number of cells. It is stored with each
	// trial.
	Size func(inst I) int
	// ParseSize parses the size of instances to generate. SizeWant shows the form of sizes, such as
	// "N" or "WxH". SizeDoc explains the form, and SizeExamples lists examples, smallest first.
	ParseSize         func(text string, c Choice) (Size, error)
	SizeWant, SizeDoc string
	SizeExamples      []string
	// Making lists options for generated instances. Made applies the chosen options to a generated
	// instance, and returns an error if they do not fit it.
	Making []Option
	Made   func(inst I, c Choice) (I, error)

	Families []Family[I] // ways to generate instances; the first is the default
	Sets     []Set[I]

	// Analyze returns the facts about an instance that can be computed without a search.
	Analyze func(inst I) Analysis
	// Pictures lists the ways to draw an instance. If it is empty, instances can be shown only as
	// text.
	Pictures []Picture[I]
	Style    []Option // options that change how pictures look, such as colors

	functions []any // functions of the puzzle before its type was erased
}

// Functions returns the functions that check solutions and run strategies, before any conversion by
// [Of] or [Strategy.Erase]; missing functions are nil. [Kind.Code] must contain the files that
// declare them.
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

// TablesVariable is the environment variable that names the folder for stored tables. The value
// "none" means that no tables are stored.
const TablesVariable = "PUZZLELAB_TABLES"

// Table describes a lookup table in a file.
type Table struct {
	Name  string
	For   []string // names of the heuristics that use the table
	Path  string   // path of the file; "" if there is no folder for tables
	Bytes int64
	// Build creates the file, unless an intact one exists. It passes progress messages to say.
	Build func(ctx context.Context, say func(text string)) error
	// Verify returns an error if the file is damaged, or fs.ErrNotExist if there is no file.
	Verify func() error
}

// Analysis describes the structure of an instance: as JSON for programs, and as text for people.
type Analysis interface {
	json.Marshaler
	// Describe writes the analysis as an indented table of at most 80 columns.
	Describe(w io.Writer) error
}

// Format is a text notation for instances.
type Format[I any] struct {
	Name, Doc string
	Example   string // example of an instance in this format
	// Unlikely reports whether the instances from Read suggest that the text is in fact in a
	// different format. If so, [Auto] ignores this format. Nil means that no instances suggest
	// this.
	Unlikely func(insts []I) bool
	// Read yields the instances in r; c holds the chosen values of the Kind's Reading options.
	// Errors use file as the name of the file. For text that is not an instance, Read yields a
	// [*SyntaxError] and continues. It stops after a read error.
	Read func(r io.Reader, file string, c Choice) iter.Seq2[I, error]
}

// Heuristic describes a heuristic, for use in lists.
type Heuristic struct {
	Name, Doc, Source      string
	Admissible, Consistent bool
	For                    string // supported instances, in words; "" means all
}

// Set is a published set of instances, such as the boards in a paper.
type Set[I any] struct {
	Name, Doc, Source string
	Members           func() []Member[I]
	// More, if not nil, generates further instances of the same kind, for indexes beyond the
	// published members.
	More func(index int) (I, error)
}

// Member is an instance of a set. Facts holds published and proved facts about the instance, in a
// type that encodes as JSON; nil if there are none.
type Member[I any] struct {
	Instance I
	Facts    any
}

// Picture is a way to draw an instance. Its Formats are one or more of "text", "svg" and "html".
type Picture[I any] struct {
	Name, Doc string
	Formats   []string
	Solution  bool     // whether the picture needs a solution
	Stepped   bool     // whether the picture shows a single state, which the user can choose
	Thinned   bool     // whether the picture shows many states and can be limited to every K-th state
	Structure []string // formats in which the picture can also show the analysis
	First     []string // formats in which this is the default picture for a solution
	// Style maps option names to formats. It has an entry for each option in [Kind.Style] that
	// applies to this picture, with the formats that support the option. Nil means that all options
	// apply.
	Style map[string][]string
	Draw  func(w io.Writer, inst I, v View) error
	// Play returns the parts of a page that animates a solution. The result stage is the SVG before
	// the first step, style holds its CSS rules, and said has one sentence for each state,
	// beginning with the initial state. Play is nil if the picture cannot be animated.
	Play func(inst I, v View) (stage, style string, said []string, err error)
}

// View describes what [Picture.Draw] must draw.
type View struct {
	Format    string
	Solved    bool   // whether there is a solution to draw
	Solution  string // text of the solution to draw, in the form that Check parses
	Step      int    // number of moves to make before the state is drawn
	Every     int    // number of moves between the drawn states; 0 means the picture's default
	Structure bool
	Choice    // values of the Kind's Style options
}

// Family generates instances. The same family, version, size, seed and index always give the same
// instance. When you change a family, increase its Version, which is a part of the seed.
type Family[I any] struct {
	Name        string // name with the options that differ from their defaults, such as "planted,k=4"
	Version     int
	Doc, Source string
	Options     []Option

	// Generate returns a new instance of the given size. It must take all its randomness from
	// random. If the family is a fixed list of instances, Generate returns the instance with the
	// given index. It returns an error if there is no instance of that size. It must be safe for
	// concurrent use.
	Generate func(size Size, index int, random *search.Random) (I, error)
	// Bind, if not nil, returns the Generate function for the chosen values of Options.
	Bind func(c Choice) (func(size Size, index int, random *search.Random) (I, error), error)

	puzzle string
	size   func(I) int
}

// Instance returns the instance with the given size and index (from 0) for a root seed. Instances
// are independent: each has its own random key, a hash of family, version, options, size, seed and
// index. The family must come from [Kind.Family].
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

// Random returns the source of random numbers that [Family.Instance] uses if it is called with the
// same arguments.
func (f Family[I]) Random(size Size, seed uint64, index int) *search.Random {
	key := []uint64{uint64(f.Version)}
	for _, n := range size.Numbers {
		key = append(key, uint64(n))
	}
	return search.NewRandom(f.Name, append(key, seed, uint64(index))...)
}

// String returns the family's name with its options.
func (f Family[I]) String() string { return f.Name }

// Recipe returns a line of text from which [Kind.Instance] generates the same instance again.
func (f Family[I]) Recipe(size Size, seed uint64, index int) string {
	return fmt.Sprintf("%s %s@%d size=%s seed=%d index=%d", f.puzzle, f.Name, f.Version, size.Text, seed, index)
}

// Instance returns the instance described by text, which is either an instance on one line or a
// [Family.Recipe]. It returns an error if the text is invalid, or if the recipe is for another
// version of the family.
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

// Family returns the family with the given name, which may have options after commas, as in
// "planted-cycles,k=4,c=n/20". The Name of the result contains the options in their listed order,
// except options with their default value. An error for an unknown name lists the known names and
// suggests the most similar one.
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

// Set returns the published set with the given name, and reports whether there is one. It returns
// an error if the name is followed by options, since sets have none.
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

// Strategy returns the named strategy, ready to run. [Grammar] describes the names.
func (k *Kind[I]) Strategy(name string) (Strategy[I], error) { return k.Strategies.Parse(name) }
