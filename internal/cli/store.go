package cli

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/cluster"
	"github.com/puzzlelab/puzzlelab/experiments/exchange"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// fetching is the command fetch.
type fetching struct {
	*environment
	storeFlag
}

func newFetchCommand(env *environment) *cobra.Command {
	c := &fetching{environment: env}
	return newCommand("fetch FROM [FROM…]", "Copy stored trials from other results folders into this one",
		c.run, &c.storeFlag, takes(1, -1, "no results folder given"))
}

func (c *fetching) run(cmd *cobra.Command, args []string) error {
	if err := checkFolder(c.Root); err != nil {
		return err
	}
	for _, from := range args {
		gather := c.store.Gather
		if !exists(from) && strings.Contains(from, ":") {
			gather = func(from string) (map[string]store.Gathered, error) { return c.ssh(cmd.Context(), from) }
		}
		studies, err := gather(from)
		if err != nil {
			return fmt.Errorf("fetch %s: %w", from, err)
		}
		for _, study := range slices.Sorted(maps.Keys(studies)) {
			n := studies[study]
			if err := c.printLines(fmt.Sprintf("%s: %s fetched, %s already here", study, counted(n.New, "journal"), grouped(n.Here))); err != nil {
				return err
			}
		}
	}
	return nil
}

// ssh copies a folder from another machine, where tar packs it.
func (c *fetching) ssh(ctx context.Context, from string) (map[string]store.Gathered, error) {
	host, folder, _ := strings.Cut(from, ":")
	if host == "" || host[0] == '-' || folder == "" {
		return nil, errors.New("there is no such folder (want FOLDER or HOST:FOLDER)")
	}
	pack := cluster.SSH(ctx, host, "tar -C "+quote(folder)+" -cf - .trials")
	var complaint bytes.Buffer
	pack.Stderr = &complaint
	out, err := pack.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := pack.Start(); err != nil {
		return nil, err
	}
	packed := tar.NewReader(out)
	studies, err := c.store.GatherFiles(func() (string, io.Reader, error) {
		h, err := packed.Next()
		for err == nil && h.Typeflag != tar.TypeReg {
			h, err = packed.Next()
		}
		if err != nil {
			return "", nil, err
		}
		return h.Name, packed, nil
	})
	if err != nil && !errors.Is(err, store.ErrNoTrials) {
		_ = pack.Process.Kill()
	}
	return studies, fetchFault(err, pack.Wait(), oneLine(strings.TrimSpace(complaint.String())))
}

// fetchFault chooses the better explanation for a failed copy: err, or the end and the messages of
// tar, if they explain why data is missing.
func fetchFault(err, ended error, said string) error {
	if exited, ok := errors.AsType[*exec.ExitError](ended); ok && exited.ExitCode() == 1 && err == nil {
		ended = nil // tar's status if files grew during the copy
	}
	short := err == nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, store.ErrNoTrials)
	if ended != nil && said != "" && short {
		return errors.New(said)
	}
	return cmp.Or(err, ended)
}

// merging is the command merge.
type merging struct {
	*environment
	out string
}

func newMergeCommand(env *environment) *cobra.Command {
	c := &merging{environment: env}
	cmd := newCommand("merge A B [FOLDER…] --out DIR", "Combine several results folders into a new one",
		c.run, completes(folders))
	folderFlag(cmd, &c.out, "create the results folder `DIR`")
	return cmd
}

func (c *merging) run(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) < 2:
		return wrongUse(cmd, fmt.Errorf("%s given (want two or more)", counted(len(args), "results folder")))
	case c.out == "":
		return wrongUse(cmd, errors.New("no output folder given (want --out DIR)"))
	}
	var stores []*store.Store
	for _, name := range args {
		if !isResults(name) {
			return failure("give results folders", "merge: %s: there are no stored trials", name)
		}
		kept, err := store.Open(name)
		if err != nil {
			return err
		}
		stores = append(stores, kept)
	}
	dir, err := filepath.Abs(c.out)
	if err != nil {
		return err
	}
	if isResults(dir) {
		return failure("use fetch to add to a folder; merge creates a new one", "merge: %s already has trials", shown(dir))
	}
	if err := checkFolder(dir); err != nil {
		return err
	}
	merged, err := store.Merge(dir, stores...)
	if err != nil {
		return err
	}
	for _, m := range merged {
		c.sayWarnings(m.Study, m.Load)
		if err := c.printLines(fmt.Sprintf("%s: %s in %s", m.Study, counted(m.Trials, "trial"), counted(m.Journals, "journal"))); err != nil {
			return err
		}
	}
	return nil
}

// importing is the command import.
type importing struct {
	*environment
	storeFlag
	format oneOf
	study  string
}

func newImportCommand(env *environment) *cobra.Command {
	c := &importing{environment: env, format: oneOf{what: "format"}}
	cmd := newCommand("import FILE [FILE…]", "Import trials from another machine or program",
		c.run, &c.storeFlag, takes(1, -1, "no file given"))
	words := study.Map(exchange.Formats(), func(f exchange.Format) puzzle.Word { return puzzle.Word{Name: f.Name, Doc: f.Doc} })
	c.format.explain(cmd, "format", "read files in this `FORMAT` (default: detect the format)", words)
	cmd.Flags().StringVar(&c.study, "study", "", "store the trials as the study `NAME` (default: the study named in each row, or else imported)")
	complete(cmd, "study", "imported")
	return cmd
}

func (c *importing) run(cmd *cobra.Command, args []string) error {
	if _, err := c.store.Study(c.study); err != nil && c.study != "" {
		return wrongUse(cmd, fmt.Errorf("--study: %w", err))
	}
	for _, name := range args {
		leftOut, added, err := exchange.ImportFile(c.store, name, c.format.value, c.study)
		for _, what := range leftOut {
			c.note(name + ": not stored: " + what)
		}
		for _, study := range slices.Sorted(maps.Keys(added)) {
			n := added[study]
			if failed := c.printLines(fmt.Sprintf("%s: %s of %s stored, %s already known", name, counted(n.New, "trial"), study, grouped(n.Known))); err == nil {
				err = failed
			}
		}
		if err != nil {
			return fmt.Errorf("import %s: %w", name, err)
		}
	}
	return nil
}

// garbage is the command gc.
type garbage struct {
	*environment
	outFlag
	jsonFlag
	remove bool
}

func newGCCommand(env *environment) *cobra.Command {
	c := &garbage{environment: env}
	cmd := newCommand("gc [STUDY|FILE.yaml…]", "Find and remove stored trials that no run would reuse",
		c.run, &c.outFlag, &c.jsonFlag, completes(env.completeStudies))
	cmd.Flags().BoolVar(&c.remove, "remove", false, "delete these trials")
	return cmd
}

func (c *garbage) run(cmd *cobra.Command, args []string) error {
	studies, err := c.studiesNamed(cmd, args)
	if err != nil {
		return err
	}
	var rows []garbageRow
	freed := int64(0)
	for _, st := range studies {
		g, err := st.Collect(c.Setting, c.remove)
		if err != nil {
			return err
		}
		freed += g.Freed
		rows = append(rows, garbageRow{st.Name, g})
	}
	err = printRows(c.environment, c.json, rows, func(w io.Writer, row garbageRow) {
		fmt.Fprintf(w, "%s: %s in %s; %s with different code, %s repeated\n",
			row.Study, counted(row.Rows, "stored trial"), megabytes(row.Bytes), grouped(row.OtherCode), grouped(row.Repeated))
	})
	switch {
	case err != nil || freed == 0:
	case c.remove:
		c.note(megabytes(freed) + " freed")
	default:
		c.say("hint", "nothing was removed: --remove frees "+megabytes(freed))
	}
	return err
}

// garbageRow is the output of gc --json.
type garbageRow struct {
	Study string `json:"study"`
	store.Garbage
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
