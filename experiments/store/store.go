package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Store is a results folder. A hidden folder inside it holds the journals of each study:
//
//	ROOT/.trials/STUDY/HOST.0-1.jsonl         worker 0, first attempt
//	ROOT/.trials/STUDY/HOST.1-1.jsonl         worker 1, first attempt
//	ROOT/.trials/STUDY/HOST.0-2.jsonl         worker 0, second attempt, after an interruption
//	ROOT/.trials/STUDY/HOST.3of40.0-1.jsonl   shard 3 of 40
//	ROOT/.trials/STUDY/lock, lock-3-40        processes that are writing
//	ROOT/.trials/STUDY/index                  positions of the rows; rebuilt from the journals when needed
//
// Rows are only ever appended to journals. The first line of a journal records the program and
// machine that computed its rows. Every other line is one finished trial. Every line ends with its
// checksum. Journals are JSON lines, so other programs can read them too.
//
// HOST is the name of the machine, followed by the Slurm job and task if there are any, so that
// journals from several machines can be copied into one folder. A shard does not read journals
// named after other shards. Names have no other meaning: the header of a journal contains the
// number of its attempt, and if a trial has two rows, the row from the later attempt is newer.
// Clocks decide only between journals that version 0.3.0 wrote or that have format 1. These count
// as older than all other journals.
type Store struct{ root string }

// Open returns the store in the results folder root. It does not create the folder; the folder is
// created when the first row is stored.
func Open(root string) (*Store, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("experiments: open store %q: %w", root, err)
	}
	switch info, err := os.Stat(abs); {
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("experiments: open store %q: it is a file (want the results folder)", root)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("experiments: open store: %w", err)
	}
	return &Store{root: abs}, nil
}

// Root returns the absolute path of the results folder.
func (s *Store) Root() string { return s.root }

// Studies returns the sorted names of the studies that have journals.
func (s *Store) Studies() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(s.root, ".trials"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("experiments: list studies: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && CheckStudy(e.Name()) == nil {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Study returns the journals of the named study, even if it has no rows. The name of a study is
// also the name of a folder, so it may contain only lower-case letters, digits, '-', '_' and '.';
// otherwise Study returns an error.
func (s *Store) Study(name string) (*Journal, error) {
	if err := CheckStudy(name); err != nil {
		return nil, err
	}
	return &Journal{study: name, dir: filepath.Join(s.root, ".trials", name)}, nil
}

// Load returns the stored trials of a study, as [Journal.Load] does.
func (s *Store) Load(study string) ([]trial.Trial, LoadInfo, error) {
	j, err := s.Study(study)
	if err != nil {
		return nil, LoadInfo{}, err
	}
	return j.Load()
}

// Journal reads and writes the stored trials of one study.
type Journal struct {
	study, dir string
	Shard      Shard // part of the study that the journal reads and writes; the zero Shard means the whole study
}

// Dir returns the path of the folder that contains the journals.
func (j *Journal) Dir() string { return j.dir }

// JournalDigest returns a digest of the names and contents of the journals in folder dir. A journal
// that cannot be read also changes the digest.
func JournalDigest(dir string) string {
	h := sha256.New()
	names, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	for _, name := range names {
		data, err := os.ReadFile(name)
		fmt.Fprintln(h, filepath.Base(name), err != nil, len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// CheckStudy returns an error if name is not a valid name for a study; see [Store.Study].
func CheckStudy(name string) error {
	bad := strings.IndexFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '.'
	})
	if name == "" || bad >= 0 || name[0] == '.' {
		return fmt.Errorf("experiments: %q is not a study name (want lower-case letters, digits, '-', '_' and '.', not beginning with a dot)", name)
	}
	return nil
}

// segment is one journal file.
type segment struct {
	name    string // WRITER-ATTEMPT.jsonl
	attempt int
}

// segmentName returns a segment name that no other machine, task or shard uses.
func (s Shard) segmentName(worker, attempt int) string {
	host, _ := os.Hostname()
	host, _, _ = strings.Cut(host, ".")
	name := cmp.Or(plainName(host), "unknown")
	for _, part := range []string{
		cmp.Or(os.Getenv("SLURM_ARRAY_JOB_ID"), os.Getenv("SLURM_JOB_ID")), os.Getenv("SLURM_ARRAY_TASK_ID"), s.part(),
	} {
		if part != "" {
			name += "." + plainName(part)
		}
	}
	return fmt.Sprintf("%s.%d-%d.jsonl", name, worker, attempt)
}

// plainName makes s a valid file name on any system.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(s))
}

// segments lists the journal files that may contain rows of the shard, and the .jsonl files whose
// names are not names of journals.
func (j *Journal) segments() (list []segment, strange []string, err error) {
	entries, err := os.ReadDir(j.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("experiments: list the journals of %q: %w", j.study, err)
	}
	for _, e := range entries {
		base, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if !ok || e.IsDir() || !j.Shard.holds(base) {
			continue
		}
		dash := strings.LastIndexByte(base, '-')
		attempt, err := strconv.Atoi(base[dash+1:])
		if dash < 1 || err != nil || attempt < 1 {
			strange = append(strange, e.Name())
			continue
		}
		list = append(list, segment{name: e.Name(), attempt: attempt})
	}
	return list, strange, nil
}
