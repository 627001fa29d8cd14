package cli

import (
	"archive/tar"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/cluster"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
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
		f := fetched{store: c.store, from: from, studies: map[string][2]int{}}
		host, folder, remote := strings.Cut(from, ":")
		_, err := os.Stat(from)
		if remote && err != nil {
			err = f.ssh(cmd, host, folder)
		} else {
			err = f.local()
		}
		if err != nil {
			return fmt.Errorf("fetch %s: %w", from, err)
		}
		for _, study := range slices.Sorted(maps.Keys(f.studies)) {
			n := f.studies[study]
			if err := c.printLines(fmt.Sprintf("%s: %s fetched, %s here already", study, counted(n[0], "journal"), grouped(n[1]))); err != nil {
				return err
			}
		}
	}
	return nil
}

// fetched copies from one results folder.
type fetched struct {
	store   *experiments.Store
	from    string
	studies map[string][2]int // journals that are new, and that were here
}

var errNoResults = errors.New("it holds no trials (want a results folder)")

func (f *fetched) local() error {
	names, err := filepath.Glob(filepath.Join(f.from, ".trials", "*", "*.jsonl"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return errNoResults
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err == nil {
			err = f.add(filepath.Base(filepath.Dir(name)), filepath.Base(name), data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ssh copies from a folder of another machine, which packs it.
func (f *fetched) ssh(cmd *cobra.Command, host, folder string) error {
	if host == "" || host[0] == '-' || folder == "" {
		return errors.New("there is no such folder (want FOLDER or HOST:FOLDER)")
	}
	pack := cluster.SSH(cmd.Context(), host, "tar -C "+quote(folder)+" -cf - .trials")
	var complaint bytes.Buffer
	pack.Stderr = &complaint
	out, err := pack.StdoutPipe()
	if err != nil {
		return err
	}
	if err := pack.Start(); err != nil {
		return err
	}
	err = f.unpack(out)
	if err != nil {
		_ = pack.Process.Kill()
	}
	ended := pack.Wait()
	if exited, ok := errors.AsType[*exec.ExitError](ended); ok && exited.ExitCode() == 1 && err == nil {
		ended = nil // tar says so of files that grew meanwhile
	}
	if said := oneLine(strings.TrimSpace(complaint.String())); ended != nil && said != "" && (err == nil || errors.Is(err, io.ErrUnexpectedEOF)) {
		return errors.New(said)
	}
	err = cmp.Or(err, ended)
	if err == nil && len(f.studies) == 0 {
		err = errNoResults
	}
	return err
}

func (f *fetched) unpack(r io.Reader) error {
	for packed := tar.NewReader(r); ; {
		h, err := packed.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		study, name := path.Split(path.Clean(h.Name))
		if h.Typeflag != tar.TypeReg || path.Ext(name) != ".jsonl" {
			continue
		}
		data, err := io.ReadAll(packed)
		if err == nil {
			err = f.add(path.Base(study), name, data)
		}
		if err != nil {
			return err
		}
	}
}

// add adds a journal. It only grows, so of two versions the longer one stays.
func (f *fetched) add(study, name string, data []byte) error {
	n := f.studies[study]
	journal, err := f.store.Study(study)
	if err != nil {
		return err
	}
	target := filepath.Join(journal.Dir(), name)
	here, err := os.ReadFile(target)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && bytes.HasPrefix(here, data):
		n[1]++
	case !bytes.HasPrefix(data, here):
		return fmt.Errorf("another journal is called %s here: rename one of them, and keep the -ATTEMPT.jsonl at the end", shown(target))
	default:
		if err := outfile.WriteBytes(target, data); err != nil {
			return err
		}
		n[0]++
	}
	f.studies[study] = n
	return nil
}
