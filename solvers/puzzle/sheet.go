package puzzle

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Cell holds the text of one cell, "" if it is empty, and its position in the input. Line and
// Column count from 1, with one column per character.
type Cell struct {
	Text         string
	Line, Column int
	Boxed        bool // whether the cell has its own brackets
	mark         rune // the separator before it: a comma, a mark between rows or cells, or 0
}

// Row is one row of cells: a line of text, the text between two separators, or a list that contains
// no other list.
type Row struct {
	Cells []Cell
	Names map[string]Cell // values with a name in the row, as in start=3 or goal: …
	more  bool            // a comma follows the last cell
}

// Sheet is the text of one instance, split into rows of cells and without punctuation. [Sheets]
// splits a text into sheets.
type Sheet struct {
	puzzle, file string
	Rows         []Row
}

// Fault returns a [*SyntaxError] at the position of a cell.
func (t Sheet) Fault(c Cell, format string, args ...any) error {
	return &SyntaxError{Puzzle: t.puzzle, File: t.file, Line: c.Line, Column: max(c.Column, 1), Msg: fmt.Sprintf(format, args...)}
}

// Cells returns the cells of all rows in order.
func (t Sheet) Cells() (cells []Cell) {
	if len(t.Rows) == 1 {
		return t.Rows[0].Cells
	}
	for _, r := range t.Rows {
		cells = append(cells, r.Cells...)
	}
	return cells
}

// Names returns the named values in all rows. It returns an error if a name is unknown or has two
// different values. It combines a width and a height into a size. It omits a number that merely
// restates the number of cells or the side length of a square.
func (t Sheet) Names(known ...string) (map[string]Cell, error) {
	names, err := t.named()
	if err != nil {
		return nil, err
	}
	cells := len(t.Cells())
	width, _ := wording.Digits(cmp.Or(names["width"].Text, names["cols"].Text, names["columns"].Text, names["ncol"].Text), cells)
	if height, _ := wording.Digits(cmp.Or(names["height"].Text, names["rows"].Text, names["nrow"].Text), cells); width > 0 && width*height == cells {
		names["size"] = Cell{Text: fmt.Sprintf("%dx%d", width, height), Line: names["height"].Line, Column: names["height"].Column}
		maps.DeleteFunc(names, func(name string, _ Cell) bool { return sided().MatchString(name) })
	}
	for name, value := range names {
		if n, ok := wording.Digits(value.Text, cells); ok && measured().MatchString(name) && (n == cells || n*n == cells) {
			delete(names, name)
		} else if !slices.Contains(known, name) && (value.Text == manyValues || !remark().MatchString(name)) {
			return nil, t.Fault(value, "%s=%s is not understood here (want %s=…)", name, value.Text, strings.Join(known, "=… or "))
		}
	}
	return names, nil
}

// named returns the named values in all rows as they are written.
func (t Sheet) named() (map[string]Cell, error) {
	names := map[string]Cell{}
	for _, r := range t.Rows {
		for name, value := range r.Names {
			if first, last := r.Cells[0], r.Cells[len(r.Cells)-1]; last.Line == value.Line && first.Line == value.Line && first.Column < value.Column && last.Column > value.Column {
				return nil, t.Fault(value, "%s=%s is between values (want it in front of them or behind them, as in %[1]s=[…] if it is a list)", name, value.Text)
			}
			if old, ok := names[name]; ok && old.Text != value.Text {
				return nil, t.Fault(value, "a second %s", name)
			}
			names[name] = value
		}
	}
	return names, nil
}

// Width returns the number of cells in each row, or 0 if rows have different lengths.
func (t Sheet) Width() int {
	width := len(t.Rows[0].Cells)
	for _, r := range t.Rows {
		if len(r.Cells) != width {
			return 0
		}
	}
	return width
}

// apart returns each row as a sheet. Words of equal length in a single row count as rows.
func (t Sheet) apart() (tables []Sheet) {
	if s, ok := t.Spread(); ok && len(t.Rows) == 1 && len(t.Rows[0].Cells) > 1 {
		t = s
	}
	for _, r := range t.Rows {
		tables = append(tables, Sheet{t.puzzle, t.file, []Row{r}})
	}
	return tables
}

// Spread splits words into their characters and returns a sheet with one cell per character, in
// which each word is a row. All words must have the same length, at least 2. If there are several
// rows, each must consist of one word. Otherwise Spread returns the unchanged sheet t and false.
func (t Sheet) Spread() (Sheet, bool) {
	cells, length := t.Cells(), 0
	if len(t.Rows) > 1 && t.Width() != 1 {
		return t, false
	}
	spread := Sheet{t.puzzle, t.file, nil}
	for i, c := range cells {
		n := utf8.RuneCountInString(c.Text)
		if i == 0 {
			length = n
		}
		if n < 2 || n != length {
			return t, false
		}
		row := Row{Names: t.Rows[min(i, len(t.Rows)-1)].Names, Cells: make([]Cell, 0, n)}
		for rest, size := c.Text, 0; rest != ""; rest = rest[size:] {
			_, size = utf8.DecodeRuneInString(rest)
			row.Cells = append(row.Cells, Cell{Text: rest[:size], Line: c.Line, Column: c.Column + len(row.Cells)})
		}
		spread.Rows = append(spread.Rows, row)
	}
	return spread, true
}

// maxText is the maximum length of a text that is read as a whole.
const maxText = 1 << 26

// manyValues is the text of a named list.
const manyValues = "[…]"

// Together returns a single sheet with all rows of all sheets, or no sheet if there are none.
func Together(tables []Sheet) []Sheet {
	for _, t := range tables[min(1, len(tables)):] {
		tables[0].Rows = append(tables[0].Rows, t.Rows...)
	}
	return tables[:min(1, len(tables))]
}

// Apart splits sheets, so that each returned sheet has a single row.
func Apart(tables []Sheet) (rows []Sheet) {
	for _, t := range tables {
		rows = append(rows, t.apart()...)
	}
	return rows
}

// Sheets returns a [Format.Read] function that splits a text into sheets and converts each sheet to
// an instance with the given function. If the function parts is not nil, it first transforms the
// list of sheets; see [Apart] and [Together].
//
// Empty lines, and brackets around nested lists, separate sheets. Rows may be lines of text or
// lists in the syntax of a programming language, or may be separated by / or ; or |. Cells may be
// separated by spaces, commas, dashes, arrows or drawn lines. A row may contain values such as
// name=value.
func Sheets[I any](puzzle string, parts func([]Sheet) []Sheet, of func(t Sheet, c Choice) (I, error)) func(r io.Reader, file string, c Choice) iter.Seq2[I, error] {
	return func(r io.Reader, file string, c Choice) iter.Seq2[I, error] {
		return func(yield func(I, error) bool) {
			text, err := io.ReadAll(io.LimitReader(r, maxText))
			var none I
			if err != nil {
				yield(none, fmt.Errorf("%s: read %s: %w", puzzle, file, err))
				return
			}
			tables, open := cut(string(text), puzzle, file)
			if open > 0 {
				yield(none, (&Scanner{Puzzle: puzzle, File: file, Line: open}).Fault(0, "a list is not closed here (want a bracket for each that is open)"))
				return
			}
			if parts != nil {
				tables = parts(tables)
			}
			for _, t := range tables {
				if inst, err := of(t, c); !yield(inst, err) {
					return
				}
			}
		}
	}
}

// cutter splits a text into sheets.
type cutter struct {
	tables []Sheet
	table  Sheet
	row    Row
	word   []rune
	at     Cell          // start of the word, with the mark before it
	marked bool          // no cell has followed the last mark yet
	nested []bool        // for each open list, whether it contains lists
	named  string        // name of the next list
	into   int           // number of open lists when a list with a goal began; 0 outside; -1 below a heading
	keys   map[bool]bool // whether the lists of a JSON object have names of instances
}

var (
	folded = strings.NewReplacer("\ufeff", "", "\ufe0f", "", "\u20e3", "", "\u200d", "", "\u200b", "", "\r", "", "\u00a0", " ", "\u3000", " ", "->", "→", "=>", "→", "<-", " =", "&nbsp;", " ", "&", ",", `\\`, ";", "'(", " (", "#(", " (", ").", ") ",
		"┆", "│", "┊", "│", "╎", "│", "┇", "│", "┋", "│", "¦", "│", "┄", "─", "┈", "─", "╌", "─")
	// A list with one value, or one list in brackets, after each bullet.
	bulleted = lazy.Regexp(`\A(?:\w+:\s*\n)?(?:\s*[-*] +(?:[\[({].*|\S+)[ \t]*(?:\n|\z)){2,}\z`)
	bullet   = lazy.Regexp(`(?m)^(\s*)[-*] `)
	whole    = lazy.Regexp(`^(\d+)\.0*$`)
	ruled    = lazy.Regexp(`^[-+|:\s=\x{2500}-\x{257f}]*[-=─━═][-+|:\s=\x{2500}-\x{257f}]{2,}$`)
	// A name in front of a value or list: a variable in a program, or a key in JSON.
	naming   = lazy.Regexp(`^["']?([A-Za-z_]\w*)["']?(?:\[\])*(?:=|\s+:?=\s+|\s*:\s*)("[^"]*"|[^\s\[\](){}"',]*(?:,\d+)*)`)
	calling  = lazy.Regexp(`^[A-Za-z][\w.]*!?$`)
	sizing   = lazy.Regexp(`^(\d+)[x×X*](\d+)(?::|\s|$)`)
	crossed  = lazy.Regexp(`^[x×X*]$`)
	measured = lazy.Regexp(`^(?:n|size|side|count|length|nrow|ncol|rows|cols|columns)$`)
	sided    = lazy.Regexp(`^(?:width|cols|columns|ncol|height|rows|nrow)$`)
	cornered = lazy.Regexp(`^["']?start["']?\s*[:=]\s*[\[(]\s*(\d+)\s*,\s*(\d+)\s*[\])]`)
	// The caption below our own drawings.
	caption = lazy.Regexp(`^\d{1,9}x\d{1,9}, (goal|start) ([\w,-]*\w)[,:] `)
	called  = lazy.Regexp(`^(?i:board|grid|puzzle|tiles|values?|numbers|ring|clock|cells|state|initial|data|matrix)$`)
	aimed   = lazy.Regexp(`^(?i:goal|target|final)$`)
	// Values with only colons between them. Elsewhere, a colon is not a separator.
	colons = lazy.Regexp(`^\W*\d+(?::\d+)+\W*$`)
	// A matrix of R that is filled column by column. R fills it by rows if byrow is true.
	columnar = lazy.Regexp(`\b(?:matrix|array)\(\s*c\(`)
	byRow    = lazy.Regexp(`byrow\s*=\s*T`)
	// A line that names what follows. Groups: the goal, which may be on the same line.
	heading = lazy.Regexp(`(?i)^\W*(?:(goal|target|final)[\s:]*((?:\d[\d\s,/]*)?)=?|(?:initial|start|puzzle|board|clock|ring|grid|instance|problem|game|level|case|test)(?: ?#?\d+| [A-Z])?[\s:=]*|[\w ]+=|[^\[\]()"'=,;|#]*[a-z]{2}[^\[\]()"'=,;|#]*:\s*[|>]?)\s*$`)
	// What describes an instance without being part of it.
	remark = lazy.Regexp(`^(?:id|name|title|index|comment|description|difficulty|level|source|author|date|type|dtype|byrow|optimal|optimum|cost|moves|length|steps|depth|seed|solution|solvable|algorithm|heuristic|method|solver)$`)
)

// cut splits a text into sheets. open is the last line of a list that is not closed, or 0 if all are.
func cut(text, puzzle, file string) (tables []Sheet, open int) {
	c := cutter{table: Sheet{puzzle: puzzle, file: file}}
	if text = undressed(text); bulleted().MatchString(text) {
		text = bullet().ReplaceAllString(text, "$1  ")
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		var m []string
		if strings.ContainsFunc(line, func(r rune) bool { return r == '=' || unicode.IsLetter(r) }) { // a heading has one; most lines do not
			m = heading().FindStringSubmatch(line)
		}
		for _, beside := range lines[max(0, i-1):min(len(lines), i+2)] { // goal may be a row of tiles, beside other such rows
			if len(beside) == len(line) && beside != line && !strings.ContainsAny(line+beside, " :=#") {
				m = nil
			}
		}
		line, _, comment := strings.Cut(line, "#")
		below, rows := caption().FindStringSubmatch(line), c.table.Rows
		switch blank := strings.TrimSpace(line) == ""; {
		case m != nil && len(c.nested) == 0:
			c.endTable()
			c.heading(m[1] != "", m[2], i+1)
		case below != nil && len(rows) > 0:
			rows[len(rows)-1].Names = map[string]Cell{below[1]: {Text: below[2], Line: i + 1, Column: 1}}
		case blank && len(c.nested) == 0 && !comment:
			c.endTable()
		case !blank && !ruled().MatchString(line):
			c.line([]rune(line), i+1)
		}
	}
	if len(c.nested) > 0 {
		open = c.at.Line
	}
	c.endTable()
	return c.tables, open
}

// heading reads a heading, which may begin a goal or contain it.
func (c *cutter) heading(aims bool, goal string, line int) {
	c.at = Cell{Line: line, Column: 1}
	switch list := strings.FieldsFunc(goal, func(r rune) bool { return !unicode.IsDigit(r) }); {
	case !aims:
	case len(list) == 0:
		c.name("goal", ",")
		c.into = -1
	default:
		c.name("goal", strings.Join(list, ","))
	}
}

// line reads a line.
func (c *cutter) line(line []rune, number int) {
	for i := 0; i < len(line); {
		if len(c.word) == 0 {
			c.at.Line, c.at.Column = number, i+1
			if n := c.special(line[i:]); n > 0 {
				i += n
				continue
			}
		}
		c.char(line, i)
		i++
	}
	c.endWord()
	if len(c.nested) == 0 {
		c.endRow()
	}
}

// special reads a name, a size or a quoted text, and returns its length in characters, or 0 if there
// is none.
func (c *cutter) special(rest []rune) int {
	if unicode.IsSpace(rest[0]) || unicode.IsDigit(rest[0]) && len(c.row.Cells)+len(c.table.Rows) > 0 { // most calls
		return 0
	}
	text := string(rest[:min(len(rest), 200)]) // a name with its value is not longer
	if m := cornered().FindStringSubmatch(text); m != nil {
		c.name("start", m[1]+","+m[2])
		return utf8.RuneCountInString(m[0])
	}
	if m := naming().FindStringSubmatch(text); m != nil {
		after := (text + " ")[len(m[0]) : len(m[0])+1]
		if calling().MatchString(m[2]) && strings.ContainsAny(after, "[({") { // the name of a function or type
			m[0], m[2] = strings.TrimSuffix(m[0], m[2]), ""
		}
		switch known := called().MatchString(m[1]); {
		case known && m[2] != "":
			return utf8.RuneCountInString(strings.TrimSuffix(m[0], m[2]))
		case known || m[2] != "" || strings.ContainsAny(after, "[({"):
			c.name(strings.ToLower(m[1]), strings.Trim(m[2], `"`))
			return utf8.RuneCountInString(m[0])
		} // without a value, it stays a word, which is not a valid cell
	}
	if m := sizing().FindStringSubmatch(text); m != nil {
		c.name("size", m[1]+"x"+m[2])
		return utf8.RuneCountInString(m[0])
	}
	if rest[0] != '"' && rest[0] != '\'' || !slices.Contains(rest[1:], rest[0]) {
		return 0
	}
	end := slices.Index(rest[1:], rest[0])
	c.quoted(string(rest[1 : end+1]))
	return end + 2
}

// quoted adds the words of a quoted text: cells of a row if there are several, or one cell.
func (c *cutter) quoted(text string) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '/' || unicode.IsSpace(r) })
	if len(words) > 1 {
		c.endRow()
	}
	for _, word := range words {
		c.word = []rune(word)
		c.endWord()
	}
	switch {
	case len(words) > 1:
		c.endRow()
	case len(words) == 0:
		c.add("")
	}
}

// name reads a name with its value, or the name of the following list.
func (c *cutter) name(name, value string) {
	if value == "" {
		c.named = name
		return
	}
	if c.row.Names == nil {
		c.row.Names = map[string]Cell{}
	}
	c.row.Names[name] = Cell{Text: value, Line: c.at.Line, Column: c.at.Column}
}

// char reads a character of a line.
func (c *cutter) char(line []rune, i int) {
	r, digit := line[i], i+1 < len(line) && unicode.IsDigit(line[i+1])
	if r > 0xff00 && r < 0xff5f {
		r -= 0xfee0 // full-width form of an ASCII character
	}
	switch {
	case '0' <= r && r <= '9', 'a' <= r && r <= 'z': // most of a text
		c.word = append(c.word, r)
	case strings.ContainsRune("[({", r):
		c.open()
	case strings.ContainsRune("])}", r):
		c.close()
	case strings.ContainsRune("\t,;/|│┃║", r):
		c.mark(r, line[:i])
	case unicode.IsSpace(r), r == '→', r == '<', r == '>', strings.ContainsRune("-–—•:", r) && digit && len(c.word) > 0 && unicode.IsDigit(line[i-1]) && (r != ':' || colons().MatchString(string(line))):
		c.endWord()
	case r >= '①' && r <= '⑳':
		c.endWord()
		c.add(fmt.Sprint(r - '①' + 1))
	default:
		c.word = append(c.word, r)
	}
}

// endWord turns the current word into a cell.
func (c *cutter) endWord() {
	if len(c.word) == 0 {
		return
	}
	word := whole().ReplaceAllString(string(c.word), "$1")
	c.word = c.word[:0]
	if c.into != 0 {
		c.name("goal", strings.TrimLeft(c.row.Names["goal"].Text+","+word, ","))
		return
	}
	c.add(word)
}

func (c *cutter) add(text string) {
	c.at.Text = text
	c.row.Cells = append(c.row.Cells, c.at)
	c.at.mark, c.marked = 0, false
}

// mark reads a separator, given the line before it. There is an empty cell between two adjacent
// separators and before a comma that begins a line, but not before the edge of a drawing.
func (c *cutter) mark(r rune, before []rune) {
	c.endWord()
	edge := strings.ContainsRune("|│┃║", r)
	if c.into == 0 && (c.marked && len(c.row.Cells) > 0 || c.marked && edge || len(c.row.Cells) == 0 && len(c.nested) == 0 && (r == ',' && strings.TrimSpace(string(before)) == "" || r == ';' && len(before) == 0)) {
		c.add("")
	}
	c.at.mark, c.marked = r, true
}

// open begins a list, and drops words before it, which name a type or function. One letter does
// so only just before the bracket, as in c(1, 2).
func (c *cutter) open() {
	least := 2 - min(len(c.word), 1)
	c.endWord()
	for n := len(c.row.Cells); n > 0 && len(c.row.Cells[n-1].Text) >= least && strings.ToLower(c.row.Cells[n-1].Text) != strings.ToUpper(c.row.Cells[n-1].Text); n-- {
		if word := c.row.Cells[n-1].Text; aimed().MatchString(word) { // goal(1, 2, …) in Prolog
			c.named = word
		}
		c.row.Cells = c.row.Cells[:n-1]
	}
	c.endRow()
	if n := len(c.nested); n > 0 {
		c.nested[n-1] = true
		if c.named != "" && !aimed().MatchString(c.named) {
			c.keys[called().MatchString(c.named)] = true
		}
		if len(c.keys) == 2 {
			c.name(c.named, manyValues) // an instance and something else, such as its solution
		}
	} else {
		c.keys = map[bool]bool{}
	}
	c.nested = append(c.nested, false)
	if aimed().MatchString(c.named) && c.into == 0 {
		c.name("goal", ",")
		c.into = len(c.nested)
	}
	c.named = ""
}

func (c *cutter) close() {
	c.endWord()
	n := len(c.nested)
	if n == 0 {
		c.word = append(c.word, ']') // makes the word an invalid cell
		return
	}
	nested := c.nested[n-1]
	c.nested = c.nested[:n-1]
	switch {
	case c.into != 0:
		if c.into == n {
			c.into = 0
		}
	case nested:
		c.endTable()
	default:
		if len(c.row.Cells) == 1 {
			c.row.Cells[0].Boxed = true
		}
		c.endRow()
	}
}

// endRow ends a row. Marks between groups of cells split the row into several.
func (c *cutter) endRow() {
	cells := c.row.Cells
	c.row.more = c.marked && len(c.nested) == 0 && strings.ContainsRune(",;\t", c.at.mark)
	c.at.mark, c.marked = 0, false
	if len(cells) == 0 || len(cells) > 1 && !slices.ContainsFunc(cells, func(cell Cell) bool { return cell.Text != "" }) {
		c.row.Cells = nil // such as the spacing in a drawing, or the empty head of a table in Markdown
		return
	}
	var groups []Row
	marks := 0
	between := ",\t" // marks between cells, and not rows
	if slices.ContainsFunc(cells, func(cell Cell) bool { return cell.mark == '/' || cell.mark == ';' }) {
		between += "|│┃║"
	}
	for i, cell := range cells {
		if i == 0 || cell.mark != 0 && !strings.ContainsRune(between, cell.mark) {
			groups = append(groups, Row{Names: c.row.Names})
			marks++
		}
		groups[marks-1].Cells = append(groups[marks-1].Cells, cell)
	}
	if marks == 1 || marks == len(cells) {
		groups = []Row{c.row}
	}
	c.table.Rows = append(c.table.Rows, groups...)
	c.row = Row{}
}

// endTable ends a sheet. If a row ends with a comma and other rows have one cell more, the row gets
// an empty last cell.
func (c *cutter) endTable() {
	c.endWord()
	c.endRow()
	if n := len(c.table.Rows); n > 2 {
		if first := c.table.Rows[0].Cells; len(first) == 3 && crossed().MatchString(first[1].Text) && first[0].Text == first[2].Text && first[0].Text == fmt.Sprint(n-1) {
			c.at, c.table.Rows = first[0], c.table.Rows[1:]
			c.name("size", first[0].Text+"x"+first[2].Text) // of a square, such as 4 x 4
		}
	}
	rows, empty := c.table.Rows, len(c.table.Rows) == 0
	if n := len(c.tables); empty && n > 0 {
		rows = c.tables[n-1].Rows
	}
	if c.row.Names["goal"].Text == "," { // the goal follows
		return
	}
	c.into = max(c.into, 0)
	if len(c.row.Names) > 0 && len(rows) > 0 { // named values below the sheet
		maps.Copy(c.row.Names, rows[len(rows)-1].Names)
		rows[len(rows)-1].Names, c.row = c.row.Names, Row{}
	}
	if empty {
		return
	}
	width := 0
	for _, r := range c.table.Rows {
		width = max(width, len(r.Cells))
	}
	for i, r := range c.table.Rows {
		if last := r.Cells[len(r.Cells)-1]; r.more && len(r.Cells) == width-1 {
			c.table.Rows[i].Cells = append(r.Cells, Cell{Line: last.Line, Column: last.Column + 1})
		}
	}
	c.tables = append(c.tables, c.table)
	c.table.Rows = nil
}
