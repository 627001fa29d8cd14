// Command puzzlelab searches puzzles and reports on it. Run it with -h, or see
// the documentation of internal/cli.
package main

import (
	"os"

	"github.com/puzzlelab/puzzlelab/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
