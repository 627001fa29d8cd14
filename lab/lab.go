// Package lab is the puzzlelab command as a library: a program of a few lines
// has all of its commands, with studies of its own among or in place of the
// project's.
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

// Lab is what the commands work on.
type Lab struct {
	Puzzles []*puzzle.Puzzle   // in the order in which they are listed
	Studies []study.Definition // in the order in which they are listed and reproduced
	// Notebooks holds the notebooks of the studies, as they were when the program
	// was built; their paths are those in the module. A file that is still there in
	// the module of the working folder goes before. Nil stands for the module's
	// folder notebooks.
	Notebooks fs.FS
}

// Main runs the command that the arguments of the process name, and ends the
// process with its exit status.
func Main(l Lab) {
	experiments.Restarts()
	os.Exit(l.run(programName(os.Args[0]), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Run runs the command that args name (without the program's own name) and
// returns its exit status: 0 done, 1 failure, 2 wrong use, 3 done but a limit
// was hit, 130 interrupted. It takes SIGINT and SIGTERM for the time it runs.
//
// It panics if two studies have the same name, whose trials would be mixed up, or
// two puzzles.
func (l Lab) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return l.run("", args, stdin, stdout, stderr)
}

// programName returns how a user calls the program of that path. The go command
// builds what it runs in a temporary folder.
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
