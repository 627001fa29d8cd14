package tiles

import (
	"fmt"
	"strconv"
	"strings"
)

// scanner cuts a line into words. Positions are byte offsets; they become a
// column only when an error needs one.
type scanner struct {
	text          string
	pos           int
	goal          Goal
	width, height int // 0 until a prefix or the count of numbers tells
}

// cell is the text of one number and where it stands.
type cell struct {
	at    int
	text  string
	value int
}

// skip moves to the next word, past space, and reports whether there is one
// before the end or a comment.
func (s *scanner) skip() bool {
	for s.pos < len(s.text) && isSpace(s.text[s.pos]) {
		s.pos++
	}
	return s.pos < len(s.text) && s.text[s.pos] != '#'
}

// word returns the word that begins here, without moving.
func (s *scanner) word() string {
	end := s.pos
	for end < len(s.text) && !isSpace(s.text[end]) && s.text[end] != '#' {
		end++
	}
	return s.text[s.pos:end]
}

// count returns the number of words left, without moving.
func (s *scanner) count() int {
	words := 0
	for ahead := *s; ahead.skip(); words++ {
		ahead.pos += len(ahead.word())
	}
	return words
}

// board reads the whole line.
func (s *scanner) board() (Board, error) {
	if !s.skip() {
		return Board{}, s.fault(0, "an empty line (want a board's numbers row by row, 0 for the blank)")
	}
	if s.goal > BlankFirst {
		return Board{}, s.fault(s.pos, "%v is not a goal (want %v or %v)", s.goal, BlankLast, BlankFirst)
	}
	if err := s.prefixes(); err != nil {
		return Board{}, err
	}
	first := s.pos
	if word := s.word(); len(word) > 2 && strings.Trim(strings.ToLower(word), "0123456789abcdef") == "" {
		return s.hex(word)
	}
	cells, err := s.cells()
	if err != nil {
		return Board{}, err
	}
	if s.width == 0 {
		if s.width = squareSide(len(cells)); s.width == 0 {
			return Board{}, s.fault(first, "%s", countWithoutSize(len(cells)))
		}
		s.height = s.width
	}
	return s.fill(cells)
}

// prefixes reads goal= and WxH:, in either order, each at most once.
func (s *scanner) prefixes() error {
	hasGoal := false
	for {
		word := s.word()
		if name, ok := strings.CutPrefix(word, "goal="); ok {
			at := s.pos + len("goal=")
			if hasGoal {
				return s.fault(s.pos, "a second goal")
			}
			if name == "" {
				return s.fault(at, "no goal after goal= (want goal=%v or goal=%v without spaces)", BlankLast, BlankFirst)
			}
			goal, err := ParseGoal(name)
			if err != nil {
				return s.fault(at, "%s", notAGoal(name))
			}
			s.goal, hasGoal = goal, true
			s.pos += len(word)
		} else if size, _, ok := strings.Cut(word, ":"); ok {
			if s.width != 0 {
				return s.fault(s.pos, "a second size")
			}
			if err := s.size(size); err != nil {
				return err
			}
			s.pos += len(size) + 1
		} else {
			return nil
		}
		if !s.skip() {
			return s.fault(s.pos, "no numbers after %s", quote(word))
		}
	}
}

// size reads the size in front of the colon.
func (s *scanner) size(text string) error {
	w, h, ok := strings.Cut(text, "x")
	width, okWidth := digits(w)
	height, okHeight := digits(h)
	if !ok || !okWidth || !okHeight {
		return s.fault(s.pos, "%s is not a size (want WxH:, width before height, as in 4x3:)", quote(text+":"))
	}
	if width > MaxCells || height > MaxCells {
		return s.fault(s.pos, "a board of %s has more than %d cells", quoteless(text), MaxCells)
	}
	if err := checkSize(width, height); err != nil {
		return s.fault(s.pos, "%s", strings.TrimPrefix(err.Error(), "tiles: "))
	}
	s.width, s.height = width, height
	return nil
}

// cells reads the numbers that are left, whatever their size.
func (s *scanner) cells() ([]cell, error) {
	var cells []cell
	for ; s.skip(); s.pos += len(s.word()) {
		word := s.word()
		value, ok := digits(word)
		if !ok {
			return nil, s.notANumber(word, len(cells))
		}
		if len(cells) <= MaxCells { // a line may be long; one number too many says enough
			cells = append(cells, cell{s.pos, word, value})
			continue
		}
		if s.width == 0 {
			return nil, s.fault(cells[0].at, "more than %d numbers, but a board has at most %d cells", len(cells), MaxCells)
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
	_, okWidth := digits(w)
	_, okHeight := digits(h)
	isSize := okWidth && okHeight
	switch {
	case strings.HasPrefix(word, "goal="):
		return s.fault(s.pos, "%s behind a number (want it first on the line)", quote(word))
	case isSize && hasColon:
		return s.fault(s.pos, "%s behind a number (want the size in front of the numbers)", quote(word))
	case isSize:
		return s.fault(s.pos, "%s is not a tile number (want %s: in front of the numbers if it is the size)", quote(word), word)
	}
	cells := s.width * s.height
	if words := before + s.count(); cells == 0 && squareSide(words) > 0 {
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
	return s.fault(s.pos, "%s is not a tile number (%s)", quote(word), want)
}

// fill makes the board of cells, which may be too few or too many.
func (s *scanner) fill(cells []cell) (Board, error) {
	n := s.width * s.height
	switch {
	case len(cells) < n:
		return Board{}, s.fault(s.pos, "%d numbers for a board of %dx%d (want %d)", len(cells), s.width, s.height, n)
	case len(cells) > n:
		return Board{}, s.fault(cells[n].at, "number %s is one too many for a board of %dx%d (want %d numbers)", quoteless(cells[n].text), s.width, s.height, n)
	}
	b := Board{width: uint8(s.width), height: uint8(s.height), goal: s.goal}
	var columnOf [MaxCells]int
	for i, c := range cells {
		if c.value >= n {
			return Board{}, s.fault(c.at, "tile %s is out of range on a board of %dx%d (want 0 to %d)", quoteless(c.text), s.width, s.height, n-1)
		}
		if before := columnOf[c.value]; before > 0 {
			return Board{}, s.fault(c.at, "tile %d a second time (the first is at column %d)", c.value, before)
		}
		columnOf[c.value] = c.at + 1
		b.tiles[i] = uint8(c.value)
	}
	return b, nil
}

// hex reads a word of hexadecimal digits, one for each cell.
func (s *scanner) hex(word string) (Board, error) {
	begin := s.pos
	s.pos += len(word)
	if s.skip() {
		return Board{}, s.fault(begin, "%s is neither a tile number nor a board of hexadecimal digits alone on its line", quote(word))
	}
	if s.width == 0 {
		s.width, s.height = 4, 4
	}
	if s.width != 4 || s.height != 4 {
		return Board{}, s.fault(begin, "hexadecimal digits for a board of %dx%d (want numbers separated by spaces; only 4x4 is written with digits)", s.width, s.height)
	}
	if len(word) != 16 {
		return Board{}, s.fault(begin, "%d hexadecimal digits (want 16, or numbers separated by spaces)", len(word))
	}
	cells := make([]cell, len(word))
	for i := range cells {
		value, err := strconv.ParseUint(word[i:i+1], 16, 8)
		if err != nil {
			return Board{}, s.fault(begin+i, "%s is not a hexadecimal digit", quote(word[i:i+1]))
		}
		cells[i] = cell{begin + i, word[i : i+1], int(value)}
	}
	return s.fill(cells)
}

func (s *scanner) fault(at int, format string, args ...any) error {
	return &SyntaxError{Column: at + 1, Msg: fmt.Sprintf(format, args...)}
}

// digits reads decimal digits; a number too large for any board is read as
// some number that is.
func digits(word string) (value int, ok bool) {
	for i := range len(word) {
		d := int(word[i]) - '0'
		if d < 0 || d > 9 {
			return 0, false
		}
		value = min(10*value+d, 1000)
	}
	return value, word != ""
}

// quoteless is quote for words that are numbers, as long as they are short.
func quoteless(word string) string {
	if len(word) > 6 {
		return quote(word)
	}
	return word
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
