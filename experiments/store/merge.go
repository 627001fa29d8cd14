package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// Merged describes one study in the result of [Merge].
type Merged struct {
	Study    string
	Journals int
	Trials   int // number of distinct trials
	Load     LoadInfo
}

// Merge combines the journals of several stores into a new store in folder dir, which must not
// contain trials yet. The new store has the same files with the same bytes, regardless of the order
// of the stores. Rows keep their content and provenance. If several stores contain the same
// journal, Merge keeps only its longest version. If different journals have the same name, Merge
// appends part of each journal's digest to its name.
//
// If rows with the same key, code and limits differ in deterministic columns, Merge returns a
// [*DisagreementError] and writes nothing.
func Merge(dir string, from ...*Store) ([]Merged, error) {
	fail := func(err error) ([]Merged, error) { return nil, fmt.Errorf("experiments: merge into %s: %w", dir, err) }
	if _, err := os.Stat(filepath.Join(dir, ".trials")); err == nil {
		return fail(errors.New("it already contains trials (want a folder without trials)"))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fail(err)
	}
	work, err := os.MkdirTemp(dir, ".merge-*")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(work)
	into := &Store{root: work}
	var list []Merged
	var differ DisagreementError
	for _, study := range studiesOf(from) {
		copies, err := copiesOf(study, from)
		if err != nil {
			return fail(err)
		}
		j, err := into.Study(study)
		if err != nil {
			return fail(err)
		}
		if err := os.MkdirAll(j.dir, 0o777); err != nil {
			return fail(err)
		}
		for _, c := range copies {
			if err := c.copyTo(j.dir); err != nil {
				return fail(err)
			}
		}
		syncDir(j.dir)
		x, err := j.Read()
		if err != nil {
			return fail(err)
		}
		if x.Info.Newer != nil {
			return fail(x.Info.Newer)
		}
		differ.Conflicts = append(differ.Conflicts, x.Info.Conflicts...)
		list = append(list, Merged{study, len(copies), len(x.newest()), x.Info})
	}
	if len(differ.Conflicts) > 0 {
		return nil, &differ
	}
	if list == nil {
		return fail(errors.New("the folders contain no trials"))
	}
	if err := os.Rename(filepath.Join(work, ".trials"), filepath.Join(dir, ".trials")); err != nil {
		return fail(err)
	}
	syncDir(dir)
	return list, nil
}

// DisagreementError reports that rows that should be identical differ between stores.
type DisagreementError struct{ Conflicts []Conflict }

// Error describes the first pair of different rows and gives the number of other pairs.
func (e *DisagreementError) Error() string {
	c := e.Conflicts[0]
	s := fmt.Sprintf("experiments: the stores disagree about %v (%s), of the same code and limits (older, newer): %s", c.Key, c.Key.ID(), strings.Join(c.Columns, "; "))
	if n := len(e.Conflicts) - 1; n > 0 {
		s += fmt.Sprintf("; and about %d more", n)
	}
	return s
}

func studiesOf(stores []*Store) []string {
	names := map[string]bool{}
	for _, s := range stores {
		studies, _ := s.Studies() // a store that cannot be listed cannot be copied either, and copying reports the error
		for _, name := range studies {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// journalCopy is a journal to be copied.
type journalCopy struct {
	path, name string // path of the original, and name of the copy
	size       int64
	digest     [sha256.Size]byte
}

// copiesOf returns the journals of a study to copy, under distinct names.
func copiesOf(study string, stores []*Store) ([]journalCopy, error) {
	named := map[string][]journalCopy{}
	for _, s := range stores {
		j, err := s.Study(study)
		if err != nil {
			return nil, err
		}
		segments, _, err := j.segments()
		if err != nil {
			return nil, err
		}
		for _, segment := range segments {
			c := journalCopy{path: filepath.Join(j.dir, segment.name), name: segment.name}
			if c.digest, c.size, err = digestOf(c.path, -1); err != nil {
				return nil, err
			}
			named[c.name] = append(named[c.name], c)
		}
	}
	first := map[[sha256.Size]byte]string{} // the first name in sorted order, for each content
	for name, list := range named {
		kept, err := grown(list)
		if err != nil {
			return nil, err
		}
		for _, c := range kept {
			if other, ok := first[c.digest]; !ok || name < other {
				first[c.digest] = name
			}
		}
		named[name] = kept
	}
	var copies []journalCopy
	for name, list := range named {
		list = slices.DeleteFunc(list, func(c journalCopy) bool { return first[c.digest] != name })
		for _, c := range list {
			if len(list) > 1 {
				c.name = c.apart()
			}
			copies = append(copies, c)
		}
	}
	return copies, nil
}

// grown returns the copies of one journal. It leaves out copies that are a prefix of another copy.
func grown(list []journalCopy) (kept []journalCopy, err error) {
	slices.SortFunc(list, func(a, b journalCopy) int {
		return cmp.Or(cmp.Compare(b.size, a.size), bytes.Compare(a.digest[:], b.digest[:]))
	})
	for _, c := range list {
		begins := false
		for _, longer := range kept {
			begin, _, err := digestOf(longer.path, c.size)
			if err != nil {
				return nil, err
			}
			begins = begins || begin == c.digest
		}
		if !begins {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// apart returns the copy's name with a part of the digest inserted.
func (c journalCopy) apart() string {
	host, rest, dotted := strings.Cut(c.name, ".")
	if dotted && rest == "jsonl" { // in 0.3.0 names were WORKER-ATTEMPT only
		return fmt.Sprintf("%x.%s", c.digest[:4], c.name)
	}
	return fmt.Sprintf("%s.%x.%s", host, c.digest[:4], rest)
}

// digestOf returns the digest of the first n bytes of a file, or of the whole file if n is −1, and
// the number of bytes read.
func digestOf(path string, n int64) (digest [sha256.Size]byte, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return digest, 0, err
	}
	defer f.Close()
	var in io.Reader = f
	if n >= 0 {
		in = io.LimitReader(f, n)
	}
	h := sha256.New()
	size, err = io.Copy(h, in)
	return [sha256.Size]byte(h.Sum(nil)), size, err
}

// copyTo copies the part of the journal that existed when its digest was computed.
func (c journalCopy) copyTo(dir string) error {
	in, err := os.Open(c.path)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(filepath.Join(dir, c.name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = io.CopyN(out, in, c.size)
	if errors.Is(err, io.EOF) {
		err = &fs.PathError{Op: "read", Path: c.path, Err: errors.New("it became shorter while it was read")}
	}
	return cmp.Or(err, out.Sync(), out.Close())
}

// Gathered counts the journals of a study in a call to [Store.Gather]. New is the number of copied
// journals, and Here is the number of journals that the store already had.
type Gathered struct{ New, Here int }

// ErrNoTrials reports that a folder is not a results folder, because it contains no trials.
var ErrNoTrials = errors.New("it contains no trials (want a results folder)")

// Gather copies the journals of another results folder into this store, and counts them by study.
// If both folders contain the same journal, Gather keeps the longer version, because journals only
// grow. It returns an error if two different journals have the same name, and [ErrNoTrials] if the
// other folder has no journals.
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
		_, err = os.Stat(folder)
		err = cmp.Or(err, ErrNoTrials)
	}
	return studies, err
}

// GatherFiles works like [Store.Gather] but gets the journals from the function next, which returns
// the name and the content of one file per call, and [io.EOF] after the last file. If next returns
// any other error, GatherFiles stops and returns that error.
func (s *Store) GatherFiles(next func() (name string, content io.Reader, err error)) (map[string]Gathered, error) {
	studies := map[string]Gathered{}
	for {
		name, content, err := next()
		switch {
		case errors.Is(err, io.EOF) && len(studies) == 0:
			return nil, ErrNoTrials
		case errors.Is(err, io.EOF):
			return studies, nil
		case err != nil:
			return nil, err
		}
		study, name := path.Split(path.Clean(name))
		if path.Ext(name) != ".jsonl" {
			continue
		}
		data, err := io.ReadAll(content)
		if err == nil {
			err = s.gather(studies, path.Base(study), name, data)
		}
		if err != nil {
			return nil, err
		}
	}
}

// gather adds a journal to the store.
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
