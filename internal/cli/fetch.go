package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/cluster"
)

// fetching is the command fetch.
type fetching struct {
	*environment
	storeFlag
}

func newFetchCommand(env *environment) *cobra.Command {
	c := &fetching{environment: env}
	return newCommand(&cobra.Command{
		Use:   "fetch FROM [FROM…]",
		Short: "Copy the stored trials of other results folders into this one",
		Long: `Copy the journals of other results folders, on this machine or by ssh on
another, into this one. Each journal has a name of its own, so those of several
machines stand beside each other, and what has been fetched before is left as
it is, or completed if it has grown. Nothing is lost on either side.

FROM is a results folder, or HOST:FOLDER; there tar must be installed.`,
		Example: env.example(`  puzzlelab fetch old/results
  puzzlelab fetch node1:/scratch/results node2:/scratch/results --out results`),
		Args: takes(1, -1, "no results folder given"),
	}, c.run, &c.storeFlag)
}

func (c *fetching) run(cmd *cobra.Command, args []string) error {
	if err := checkFolder(c.Root); err != nil {
		return err
	}
	for _, from := range args {
		gather := c.store.Gather
		if !exists(from) && strings.Contains(from, ":") {
			gather = func(from string) (map[string]experiments.Gathered, error) { return c.ssh(cmd.Context(), from) }
		}
		studies, err := gather(from)
		if err != nil {
			return fmt.Errorf("fetch %s: %w", from, err)
		}
		for _, study := range slices.Sorted(maps.Keys(studies)) {
			n := studies[study]
			if err := c.printLines(fmt.Sprintf("%s: %s fetched, %s here already", study, counted(n.New, "journal"), grouped(n.Here))); err != nil {
				return err
			}
		}
	}
	return nil
}

// ssh copies from a folder of another machine, which packs it.
func (c *fetching) ssh(ctx context.Context, from string) (map[string]experiments.Gathered, error) {
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
	studies, err := c.store.GatherTar(out)
	if err != nil && !errors.Is(err, experiments.ErrNoTrials) {
		_ = pack.Process.Kill()
	}
	ended := pack.Wait()
	if exited, ok := errors.AsType[*exec.ExitError](ended); ok && exited.ExitCode() == 1 && err == nil {
		ended = nil // tar says so of files that grew meanwhile
	}
	said := oneLine(strings.TrimSpace(complaint.String()))
	if ended != nil && said != "" && (err == nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, experiments.ErrNoTrials)) {
		return nil, errors.New(said)
	}
	return studies, cmp.Or(err, ended)
}
