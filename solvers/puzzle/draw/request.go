package draw

import (
	"fmt"
	"strings"
)

// MaxSize is the maximum width of a picture in pixels.
const MaxSize = 100_000

// Request holds the drawing options that every puzzle supports.
type Request struct {
	Moves, MaxMoves int // number of moves in the path, and maximum number that can be drawn
	Step            int // number of moves to make before the board is drawn
	Every, Columns  int // number of moves between the boards of a picture, and number of boards per row
	MaxBoards       int // maximum number of boards in a picture with several boards; 0 for other pictures
	Size            int // width of the picture in pixels; 0 means the default width
	ID              string
}

// Check returns an error for the first option that is invalid or too large. The error does not
// begin with a package name.
func (r Request) Check() error {
	switch {
	case r.Size < 0 || r.Size > MaxSize:
		return fmt.Errorf("a picture cannot be %d pixels wide (want 1 to %d, or 0 for the width it needs)", r.Size, MaxSize)
	case r.Every < 0:
		return fmt.Errorf("cannot show a board for every %d moves (want 1 or more)", r.Every)
	case r.Columns < 0:
		return fmt.Errorf("cannot put %d boards in a row (want 1 or more)", r.Columns)
	case r.Moves > r.MaxMoves:
		return fmt.Errorf("a path of %d moves is too long for a picture (want at most %d)", r.Moves, r.MaxMoves)
	case r.MaxBoards > 0 && (r.Moves-1)/max(1, r.Every)+2 > r.MaxBoards:
		return fmt.Errorf("a path of %d moves has more than %d boards to show (set Every to %d or more)", r.Moves, r.MaxBoards, (r.Moves+r.MaxBoards-2)/(r.MaxBoards-1))
	case r.Step < 0 || r.Step > r.Moves:
		return fmt.Errorf("step %d is not in the path (want 0 to %d)", r.Step, r.Moves)
	case strings.Trim(r.ID, "-_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "":
		return fmt.Errorf("ID %q has characters other than letters, digits, '-', '_' and '.'", r.ID)
	}
	return nil
}
