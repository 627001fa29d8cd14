package store

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// Gathered counts the journals of a study that [Store.Gather] copied, and the journals that were
// already here.
type Gathered struct{ New, Here int }

// ErrNoTrials reports that a folder is not a results folder.
var ErrNoTrials = errors.New("it holds no trials (want a results folder)")

// Gather copies the journals of another results folder into this one, and counts them by study.
// Journals only grow, so it keeps the longer of two versions.
func (s *Store) Gather(folder string) (map[string]Gathered, error) {
	names, err := filepath.Glob(filepath.Join(folder, ".trials", "*", "*.jsonl"))
	studies := map[string]Gathered{}
	for _, name := range names {
		var data []byte
		if data, err = os.ReadFile(name); err == nil {
			err = s.gather(studies, filepath.Base(filepath.Dir(name)), filepath.Base(name), data)
		}
		if err != nil {
			break
		}
	}
	if err == nil && len(studies) == 0 {
		err = ErrNoTrials
	}
	return studies, err
}

// GatherTar does the same as Gather for a folder in a tar archive.
func (s *Store) GatherTar(r io.Reader) (map[string]Gathered, error) {
	studies := map[string]Gathered{}
	for packed := tar.NewReader(r); ; {
		h, err := packed.Next()
		if errors.Is(err, io.EOF) && len(studies) == 0 {
			return nil, ErrNoTrials
		}
		if errors.Is(err, io.EOF) {
			return studies, nil
		}
		if err != nil {
			return nil, err
		}
		study, name := path.Split(path.Clean(h.Name))
		if h.Typeflag != tar.TypeReg || path.Ext(name) != ".jsonl" {
			continue
		}
		data, err := io.ReadAll(packed)
		if err == nil {
			err = s.gather(studies, path.Base(study), name, data)
		}
		if err != nil {
			return nil, err
		}
	}
}

// gather adds a journal.
func (s *Store) gather(studies map[string]Gathered, study, name string, data []byte) error {
	n := studies[study]
	journal, err := s.Study(study)
	if err != nil {
		return err
	}
	target := filepath.Join(journal.dir, name)
	here, err := os.ReadFile(target)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && bytes.HasPrefix(here, data):
		n.Here++
	case !bytes.HasPrefix(data, here):
		return fmt.Errorf("another journal is called %s here: rename one of them, and keep the -ATTEMPT.jsonl at the end", outfile.Shown(target))
	default:
		if err := outfile.WriteBytes(target, data); err != nil {
			return err
		}
		n.New++
	}
	studies[study] = n
	return nil
}
