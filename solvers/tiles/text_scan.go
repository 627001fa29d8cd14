package tiles

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// name begins the errors of this package.
const name = "tiles"

// scanner reads a board from a line.
type scanner struct {
	*puzzle.Scanner
	goal          Goal
	width, height int // 0 until a prefix or the count of numbers tells
	tiles         [MaxCells]uint8
	filled        int
	seen          [MaxCells]int // column of each tile, 0 for none yet
}

// cell is the text of one number and where it stands.
type cell struct {
	at    int
	text  string
	value int
}

// parseBoard reads the whole line.
func parseBoard(line *puzzle.Scanner, goal Goal) (Board, error) {
	s := scanner{Scanner: line, goal: goal}
	if !s.Skip() {
		return Board{}, s.Fault(0, "an empty line (want a board's numbers row by row, 0 for the blank)")
	}
	if err := s.prefixes(); err != nil {
		return Board{}, err
	}
	first := s.Pos
	if word := s.Word(); len(word) > 2 && strings.Trim(strings.ToLower(word), "0123456789abcdef") == "" {
		return s.hex(word)
	}
	cells, err := s.cells()
	if err != nil {
		return Board{}, err
	}
	if s.width == 0 {
		if s.width = squareSide(len(cells)); s.width == 0 {
			return Board{}, s.Fault(first, "%s", countWithoutSize(len(cells)))
		}
		s.height = s.width
	}
	return s.fill(cells)
}

// prefixes reads goal= and WxH:, in either order, each at most once.
func (s *scanner) prefixes() error {
	for hasGoal := false; ; {
		word := s.Word()
		length := len(word)
		var err error
		if goal, ok := strings.CutPrefix(word, "goal="); ok {
			err = s.named(goal, hasGoal)
			hasGoal = true
		} else if size, _, ok := strings.Cut(word, ":"); ok {
			err = s.size(size)
			length = len(size) + 1
		} else {
			return nil
		}
		if err != nil {
			return err
		}
		if s.Pos += length; !s.Skip() {
			return s.Fault(s.Pos, "no numbers after %s", wording.Quote(word))
		}
	}
}

// named reads the name of the goal, after goal=.
func (s *scanner) named(goal string, again bool) (err error) {
	at := s.Pos + len("goal=")
	if again {
		return s.Fault(s.Pos, "a second goal")
	}
	if goal == "" {
		return s.Fault(at, "no goal after goal= (want goal=%v or goal=%v without spaces)", BlankLast, BlankFirst)
	}
	if s.goal, err = ParseGoal(goal); err != nil {
		return s.Fault(at, "%s", notAGoal(goal))
	}
	return nil
}

// size reads the size in front of the colon.
func (s *scanner) size(text string) error {
	if s.width != 0 {
		return s.Fault(s.Pos, "a second size")
	}
	w, h, ok := strings.Cut(text, "x")
	width, okWidth := wording.Digits(w, 999)
	height, okHeight := wording.Digits(h, 999)
	if !ok || !okWidth || !okHeight {
		return s.Fault(s.Pos, "%s is not a size (want WxH:, width before height, as in 4x3:)", wording.Quote(text+":"))
	}
	if width > MaxCells || height > MaxCells {
		return s.Fault(s.Pos, "a board of %s has more than %d cells", quoteless(text), MaxCells)
	}
	if err := checkSize(width, height); err != nil {
		return s.Fault(s.Pos, "%s", strings.TrimPrefix(err.Error(), "tiles: "))
	}
	s.width, s.height = width, height
	return nil
}

// cells reads the numbers that are left, whatever their size.
func (s *scanner) cells() ([]cell, error) {
	var cells []cell
	for ; s.Skip(); s.Pos += len(s.Word()) {
		word := s.Word()
		value, ok := wording.Digits(word, 999)
		if !ok {
			return nil, s.notANumber(word, len(cells))
		}
		if len(cells) <= MaxCells { // a line may be long; one number too many says enough
			cells = append(cells, cell{s.Pos, word, value})
			continue
		}
		if s.width == 0 {
			return nil, s.Fault(cells[0].at, "more than %d numbers, but a board has at most %d cells", len(cells), MaxCells)
		}
		break
	}
	return cells, nil
}

// notANumber says what is wrong with a word among the numbers, of which there
// are before already.
func (s *scanner) notANumber(word string, before int) error {
	size, _, hasColon := strings.Cut(word, ":")
	w, h, _ := strings.Cut(size, "x")
	_, okWidth := wording.Digits(w, 999)
	_, okHeight := wording.Digits(h, 999)
	isSize := okWidth && okHeight
	switch {
	case strings.HasPrefix(word, "goal="):
		return s.Fault(s.Pos, "%s behind a number (want it first on the line)", wording.Quote(word))
	case isSize && hasColon:
		return s.Fault(s.Pos, "%s behind a number (want the size in front of the numbers)", wording.Quote(word))
	case isSize:
		return s.Fault(s.Pos, "%s is not a tile number (want %s: in front of the numbers if it is the size)", wording.Quote(word), word)
	}
	cells := s.width * s.height
	if words := before + s.Count(); cells == 0 && squareSide(words) > 0 {
		cells = words
	}
	want := "want numbers"
	if cells > 0 {
		want = fmt.Sprintf("want 0 to %d", cells-1)
	}
	switch {
	case strings.ContainsAny(word, ",;"):
		want += ", separated by spaces"
	case strings.Trim(word, "_.-") == "":
		want += ", 0 for the blank"
	}
	return s.Fault(s.Pos, "%s is not a tile number (%s)", wording.Quote(word), want)
}

// fill makes the board of cells, which may be too few or too many.
func (s *scanner) fill(cells []cell) (Board, error) {
	n := s.width * s.height
	switch {
	case len(cells) < n:
		return Board{}, s.Fault(s.Pos, "%d numbers for a board of %dx%d (want %d)", len(cells), s.width, s.height, n)
	case len(cells) > n:
		return Board{}, s.Fault(cells[n].at, "number %s is one too many for a board of %dx%d (want %d numbers)", quoteless(cells[n].text), s.width, s.height, n)
	}
	for _, c := range cells {
		if err := s.put(c); err != nil {
			return Board{}, err
		}
	}
	goal, err := s.goal.on(s.width, s.height)
	if err != nil {
		return Board{}, s.Fault(cells[0].at, "%s", strings.TrimPrefix(err.Error(), "tiles: "))
	}
	return Board{width: uint8(s.width), height: uint8(s.height), goal: goal, tiles: s.tiles}, nil
}

// put puts the next tile onto the board.
func (s *scanner) put(c cell) error {
	n := s.width * s.height
	if c.value >= n {
		return s.Fault(c.at, "tile %s is out of range on a board of %dx%d (want 0 to %d)", quoteless(c.text), s.width, s.height, n-1)
	}
	if first := s.seen[c.value]; first > 0 {
		return s.Fault(c.at, "tile %d a second time (the first is at column %d)", c.value, first)
	}
	s.seen[c.value] = c.at + 1
	s.tiles[s.filled] = uint8(c.value)
	s.filled++
	return nil
}

// hex reads a word of hexadecimal digits, one for each cell.
func (s *scanner) hex(word string) (Board, error) {
	begin := s.Pos
	s.Pos += len(word)
	if s.Skip() {
		return Board{}, s.Fault(begin, "%s is neither a tile number nor a board of hexadecimal digits alone on its line", wording.Quote(word))
	}
	if s.width == 0 {
		s.width, s.height = 4, 4
	}
	if s.width != 4 || s.height != 4 {
		return Board{}, s.Fault(begin, "hexadecimal digits for a board of %dx%d (want numbers separated by spaces; only 4x4 is written with digits)", s.width, s.height)
	}
	if len(word) != 16 {
		return Board{}, s.Fault(begin, "%d hexadecimal digits (want 16, or numbers separated by spaces)", len(word))
	}
	cells := make([]cell, len(word))
	for i := range cells {
		value, err := strconv.ParseUint(word[i:i+1], 16, 8)
		if err != nil {
			return Board{}, s.Fault(begin+i, "%s is not a hexadecimal digit", wording.Quote(word[i:i+1]))
		}
		cells[i] = cell{begin + i, word[i : i+1], int(value)}
	}
	return s.fill(cells)
}

// quoteless is quote for words that are numbers, as long as they are short.
func quoteless(word string) string {
	if len(word) > 6 {
		return wording.Quote(word)
	}
	return word
}
