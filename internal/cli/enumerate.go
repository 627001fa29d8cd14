package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/external"
)

func newEnumerateCommand(env *environment) *cobra.Command {
	puzzles := slices.DeleteFunc(slices.Clone(env.Puzzles), func(p *puzzle.Puzzle) bool { return p.Space == nil })
	group := env.perPuzzle("enumerate PUZZLE", "Count all states of a puzzle by their distance from the goal", puzzles, func(env *environment, p *puzzle.Puzzle) *cobra.Command {
		c := &enumerating{environment: env, puzzle: p, jsonFlag: jsonFlag{usage: oneObject}}
		cmd := newCommand(p.Name, p.Doc, c.run, withoutArguments{}, c, &c.jsonFlag)
		cmd.Example = fmt.Sprintf("  puzzlelab enumerate %[1]s --size %[2]s --out layers --memory 64MB\n  puzzlelab enumerate %[1]s --size %[2]s --out layers --time 1h --disk 30GB", p.Name, exampleSize(p))
		return cmd
	})
	group.Annotations["what"] = "puzzle whose states can be enumerated"
	if group.Example = "  puzzlelab enumerate PUZZLE --size SIZE --out layers"; len(puzzles) > 0 {
		group.Example = group.Commands()[0].Example
	}
	return group
}

// enumerating is the command enumerate of a puzzle.
type enumerating struct {
	*environment
	jsonFlag
	puzzle *puzzle.Puzzle
	size   string
	o      external.Options
	space  search.Space
	said   time.Time
	damage *external.DamageError // noted
}

func (c *enumerating) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&c.size, "size", "", c.puzzle.SizeDoc)
	complete(cmd, "size")
	folderFlag(cmd, &c.o.Folder, "store the layers in the folder `DIR`")
	c.o.Bytes = 1 << 30 // of the process, until run
	limitFlags(fs, &c.o.Limits, "the enumeration", "", "(0: no limit)", "")
	fs.Lookup("memory").Usage = "use at most `SIZE` of memory, 48MiB or more"
	fs.Var(bytesFlag(&c.o.Disk), "disk", "stop if the folder would need more than `SIZE` of disk space, such as 30GB (0: no limit)")
}

func (c *enumerating) check(cmd *cobra.Command, _ []string) error {
	if c.size == "" || c.o.Folder == "" {
		return wrongUse(cmd, errors.New("--size and --out are required"))
	}
	if c.o.Bytes < 48<<20 {
		return wrongUse(cmd, fmt.Errorf("%d bytes of memory are too few (want at least 48MiB)", c.o.Bytes))
	}
	size, err := c.puzzle.ParseSize(c.size, puzzle.Defaults(c.puzzle.Making))
	if err == nil {
		c.space, err = c.puzzle.Space(size)
	}
	return wrongUse(cmd, err)
}

// enumeratedRow is the JSON object for an enumeration.
type enumeratedRow struct {
	Space     string   `json:"space"`
	Outcome   string   `json:"outcome"`
	Counts    []uint64 `json:"counts"`
	Expanded  uint64   `json:"expanded"`
	Generated uint64   `json:"generated"`
	Disk      uint64   `json:"disk_bytes"`
}

func (c *enumerating) run(cmd *cobra.Command, _ []string) error {
	c.o.Bytes -= 42 << 20 // the program itself, as measured on Linux
	c.o.Progress = c.progress
	r, err := external.Enumerate(cmd.Context(), c.space, c.o)
	c.redraw("")
	full, isFull := errors.AsType[*external.DiskError](err)
	switch {
	case isFull:
		return &fault{statusLimited, failure("the same command continues with a larger --disk", "%w", full)}
	case err != nil:
		return resumable{err}
	case r.Outcome == search.Cancelled:
		return resumable{cmd.Context().Err()}
	}
	if err := printRows(c.environment, c.json, []enumeratedRow{{c.space.Name, r.Outcome.String(), r.Counts, r.Expanded, r.Generated, r.Disk}}, printEnumerated); err != nil || r.Outcome == search.Solved {
		return err
	}
	c.note(fmt.Sprintf("a limit stopped the enumeration after depth %d; repeat the command to continue", len(r.Counts)-1))
	return exit(statusLimited)
}

func printEnumerated(w io.Writer, row enumeratedRow) {
	states, sum := uint64(0), 0.0
	fmt.Fprintln(w, "depth  states")
	for depth, n := range row.Counts {
		fmt.Fprintf(w, "%5d  %s\n", depth, bigGrouped(n))
		states += n
		sum += float64(n) * float64(depth)
	}
	fmt.Fprintf(w, "%s states, mean depth %.4f, at most %d\n", bigGrouped(states), sum/float64(states), len(row.Counts)-1)
}

// progress reports the plan, and then how far the enumeration is: in one line that is redrawn on a
// terminal, else every ten seconds.
func (c *enumerating) progress(p external.Progress) {
	if c.said.IsZero() {
		c.said = time.Now()
		if p.Needed > 0 {
			c.note(fmt.Sprintf("%s: %s states; a layer with a tenth of them would need about %s of disk space", c.space.Name, bigGrouped(c.space.States), gigabytes(p.Needed)))
		}
		if depth := len(p.Counts) - 1; depth > 0 {
			c.note(fmt.Sprintf("continuing after depth %d", depth))
		}
	}
	if p.Damage != c.damage {
		c.damage = p.Damage
		c.note(fmt.Sprintf("%s is damaged: %s; no other layer is left, so counting starts again at depth 0", p.Damage.Path, p.Damage.Reason))
	}
	states := uint64(0)
	for _, n := range p.Counts {
		states += n
	}
	text := fmt.Sprintf("depth %d: %s states so far, %s of disk", len(p.Counts)-1, bigGrouped(states), gigabytes(p.Disk))
	if p.Remaining > 0 {
		text += fmt.Sprintf(", about %s left", p.Remaining)
	}
	switch {
	case c.screen != nil:
		c.redraw(text)
	case time.Since(c.said) > 10*time.Second:
		c.said = time.Now()
		c.note(text)
	}
}

// redraw replaces the line on the terminal.
func (c *enumerating) redraw(text string) {
	if c.screen != nil {
		fmt.Fprintf(c.screen, "\r\x1b[K%s", text)
	}
}

func bigGrouped(n uint64) string { return grouped(int(min(n, math.MaxInt))) }

func gigabytes(n uint64) string {
	if n < 1e9 {
		return megabytes(int64(n))
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
