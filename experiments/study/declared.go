package study

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
)

// DeclaredFile is the file in a study's folder that records, for each claim, the digest of the
// declared question and the root seeds whose trials its author had seen by then. Its rows have the
// claim, the question, and the seeds separated by spaces. The file makes the study preregistered.
const DeclaredFile = "declared.csv"

// Claims returns the family of a study's claims. The study's files may include a [DeclaredFile],
// and said.csv with sentences for the lead (see [Say]). The plan of the [Definition] tells which
// instances a seed produces, and which sets and strategies there are.
func Claims(files fs.FS, plan func(Choice) (Runner, error), claims ...claim.Claim) *claim.Family {
	if _, err := fs.Stat(files, "said.csv"); err == nil {
		claims = Say(files, claims)
	}
	var r claim.Record
	if _, err := fs.Stat(files, DeclaredFile); err == nil {
		r.Declared = Declared(files)
	}
	var seen sync.Map // functions that return the instances of a root seed
	r.Instances = func(seed uint64) (map[string]bool, error) {
		of, _ := seen.LoadOrStore(seed, sync.OnceValues(func() (map[string]bool, error) {
			digests, _, err := everyScale(plan, &seed)
			return digests, err
		}))
		return of.(func() (map[string]bool, error))()
	}
	names := sync.OnceValue(func() map[string]bool {
		_, names, _ := everyScale(plan, nil) // the run reports what cannot be planned
		return names
	})
	r.Known = func(name string) bool {
		prefix, many := strings.CutSuffix(name, "*")
		for known := range names() {
			if known == name || many && strings.HasPrefix(known, prefix) {
				return true
			}
		}
		return false
	}
	return claim.NewFamily(claims...).With(r)
}

// everyScale plans the whole study at each scale; a nil seed means the study's own. It returns the
// digests of all instances, and the names of sets and strategies.
func everyScale(plan func(Choice) (Runner, error), seed *uint64) (digests, names map[string]bool, err error) {
	digests, names = map[string]bool{}, map[string]bool{}
	for _, scale := range scales {
		runner, err := plan(Choice{Scale: scale, Seed: seed})
		if err != nil {
			return digests, names, fmt.Errorf("study: the instances of a root seed: %w", err)
		}
		for digest, set := range runner.Instances {
			digests[digest], names[set] = true, true
		}
		for _, name := range runner.strategies() {
			names[name] = true
		}
	}
	return digests, names, nil
}

// Declared reads the [DeclaredFile] of a study. It panics if the file cannot be read, since the
// file is part of the program.
func Declared(files fs.FS) map[string]claim.Declaration {
	declared := map[string]claim.Declaration{}
	Read(files, DeclaredFile, func(row []string) struct{} {
		d := claim.Declaration{Question: row[1]}
		for _, word := range strings.Fields(row[2]) {
			seed, err := strconv.ParseUint(word, 10, 64)
			if err != nil {
				panic(fmt.Sprintf("study: %s: claim %q: %q is not a root seed", DeclaredFile, row[0], word))
			}
			d.Seen = append(d.Seen, seed)
		}
		declared[row[0]] = d
		return struct{}{}
	})
	return declared
}
