package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// chosen takes a number that follows --rerun off the arguments, and returns how many trials are
// to be run again, 0 for all.
func (c *verifying) chosen(cmd *cobra.Command, args []string) (k uint64, rest []string, err error) {
	if c.count == "" {
		if cmd.Flags().Changed("seed") || c.json {
			return 0, nil, wrongUse(cmd, errors.New("--seed and --json go with --rerun"))
		}
		return 0, args, nil
	}
	if c.count == "all" {
		i := slices.IndexFunc(args, func(arg string) bool { return arg[:min(len(arg), 1)] >= "0" && arg[:min(len(arg), 1)] <= "9" })
		if i < 0 {
			return 0, args, nil
		}
		c.count, args = args[i], slices.Delete(slices.Clone(args), i, i+1)
	}
	if k, err = digits.ParseCount(c.count); err == nil && k == 0 {
		err = errors.New("no number of trials (want 1 or more, or none for all)")
	}
	if err != nil {
		err = wrongUse(cmd, fmt.Errorf("--rerun: %q is %w", c.count, err))
	}
	return k, args, err
}

// rerun runs stored trials of the studies again and compares every column that does not depend
// on the clock.
func (c *verifying) rerun(ctx context.Context, k uint64) error {
	store, err := c.Store()
	if err != nil {
		return err
	}
	again, err := study.LoadAgain(store, c.studies, c.sayWarnings)
	if err != nil {
		return err
	}
	if again.Stored == 0 {
		return failure("puzzlelab run STUDY runs trials", "verify: %s: there are no stored trials of %s", shown(c.Root),
			strings.Join(study.Map(c.studies, func(st study.Definition) string { return st.Name }), ", "))
	}
	again.Sample(k, c.seed)
	if err := again.Run(ctx, c.progress()); err != nil {
		return err
	}
	rows := study.Map(again.Different, func(d study.Different) differenceRow {
		return differenceRow{d.Key.String(), d.Key.ID(), d.Columns}
	})
	err = printAll(c.environment, c.json, rows, func(w io.Writer) error {
		for _, row := range rows {
			fmt.Fprintf(w, "%s (%s): %s\n", row.Trial, row.ID, strings.Join(row.Columns, "; "))
		}
		fmt.Fprintf(w, "%s run again: %s equal, %s different (stored, now)\n", counted(again.Same+len(rows), "trial"), grouped(again.Same), grouped(len(rows)))
		return nil
	})
	if err != nil {
		return err
	}
	note := func(n int, what string) {
		if n > 0 {
			c.say("note", counted(n, "trial")+" "+what)
		}
	}
	note(again.Undecided, "left out, which the clock or the system ended, or which failed")
	note(again.Foreign, "left out, whose instance or strategy the studies no longer have")
	note(again.OtherCode, "stored by other code")
	return differing("verify", len(rows))
}
