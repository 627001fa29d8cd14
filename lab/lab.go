// Package lab provides the puzzlelab command as a library. With it, a program of a few lines has
// all commands of puzzlelab. The program can add studies to the project's own studies or replace
// them.
//
//	package main
//
//	import (
//		"example.com/mine/pancakes"
//
//		"github.com/puzzlelab/puzzlelab/experiments/pruning"
//		"github.com/puzzlelab/puzzlelab/experiments/study"
//		"github.com/puzzlelab/puzzlelab/lab"
//	)
//
//	func main() {
//		lab.Main(lab.Lab{Studies: []study.Definition{pruning.Definition(), pancakes.Definition()}})
//	}
package lab

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/cli"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Lab holds the puzzles, studies and notebooks that the commands work on.
type Lab struct {
	Puzzles []*puzzle.Puzzle   // puzzles in the order in which commands list them
	Studies []study.Definition // studies in the order in which commands list and reproduce them
	// Notebooks holds the studies' notebooks as they were when the program was built, at their
	// paths in the module. If the working folder is in the module and the module still contains the
	// notebook's file, commands use that file instead. Nil means the module's folder "notebooks".
	Notebooks fs.FS
}

// Main runs the command given by the program's arguments, and exits with the status of the command;
// see [Lab.Run].
func Main(l Lab) {
	experiments.Restarts()
	os.Exit(l.run(programName(os.Args[0]), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Run runs the command given by args, which does not include the program's own name, and returns
// its exit status. The status is 0 for success, 1 for failure, 2 for wrong usage, 3 if a limit was
// reached, and 130 if the command was interrupted. Run handles SIGINT and SIGTERM while it runs.
//
// Run panics if two studies have the same name, because their trials would be mixed up, or if two
// puzzles have the same name.
func (l Lab) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return l.run("", args, stdin, stdout, stderr)
}

// programName returns how a user calls the program at path. "go run" builds programs in a temporary
// folder.
func programName(path string) string {
	if strings.Contains(filepath.ToSlash(path), "/go-build") {
		return "go run ."
	}
	return strings.TrimSuffix(filepath.Base(path), ".exe")
}

func (l Lab) run(program string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	distinct("studies", study.Map(l.Studies, func(d study.Definition) string { return d.Name }))
	distinct("puzzles", study.Map(l.Puzzles, func(p *puzzle.Puzzle) string { return p.Name }))
	return cli.Main(cli.Lab(l), program, args, stdin, stdout, stderr)
}

// distinct panics if two of the names are the same.
func distinct(what string, names []string) {
	slices.Sort(names)
	for i, name := range names[:max(0, len(names)-1)] {
		if name == names[i+1] {
			panic(fmt.Sprintf("lab: two %s are named %q", what, name))
		}
	}
}
