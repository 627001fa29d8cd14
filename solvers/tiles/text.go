package tiles

import "fmt"

// String returns the tiles row by row.
func (b Board) String() string { return fmt.Sprint(b.Tiles()) }
