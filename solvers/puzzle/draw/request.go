package draw

import (
	"fmt"
	"strings"
)

// MaxSize is the maximum width of a picture in pixels.
const MaxSize = 100_000

// Request holds the options that the pictures of every puzzle support.
type Request struct {
	Moves, MaxMoves int // moves in the path, and the maximum that can be drawn
	Step            int // number of moves before the board to draw
	Every, Columns  int // of a strip
	MaxBoards       int // maximum boards in a strip; 0 if the picture is not a strip
	Size            int // in pixels
	ID              string
}

// Check returns an error about the first option that cannot be satisfied. The
// error does not begin with a package name.
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
