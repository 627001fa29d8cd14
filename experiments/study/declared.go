package study

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/store"
)

// DeclaredFile is the name of the file in a study's folder that records the declared questions.
// Each row holds a claim's ID, the digest of its question, and a space-separated list of the root
// seeds whose trials the author had seen when declaring the claim. A study with this file is
// preregistered.
const DeclaredFile = "declared.csv"

// Claims returns a study's claims as a family. If the study's files include a [DeclaredFile], the
// family decides its claims according to that record. The function plan is the Plan of the study's
// [Definition]. Claims uses it to find the instances for a root seed, and the names of all sets and
// strategies.
func Claims(files fs.FS, plan func(Choice) (Runner, error), claims ...claim.Claim) *claim.Family {
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
		_, names, _ := everyScale(plan, nil) // the run reports errors in the plan
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

// everyScale plans the whole study at each scale, where a nil seed means the study's seed. It
// returns the digests of all instances, and the names of sets and strategies.
func everyScale(plan func(Choice) (Runner, error), seed *uint64) (digests, names map[string]bool, err error) {
	digests, names = map[string]bool{}, map[string]bool{}
	for _, scale := range scales {
		runner, err := plan(Choice{Scale: scale, Seed: seed})
		if err != nil {
			return digests, names, fmt.Errorf("study: generate the instances of a root seed: %w", err)
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

// Declared reads the [DeclaredFile] of a study and returns its declarations by claim ID. It panics
// if the file cannot be read, since the file is part of the program.
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

// DeclaredBefore reports in words whether the questions of a preregistered study were declared
// before its trials were run. It asks git whether the commits that ran the trials contain the last
// change to the [DeclaredFile]. It returns "" for studies that are not preregistered.
func (d Definition) DeclaredBefore(ctx context.Context, sources []store.Source) string {
	if d.Claims == nil || !d.Claims.Preregistered() {
		return ""
	}
	revisions := map[string]bool{}
	for _, s := range sources {
		by, err := s.Provenance()
		if err != nil {
			by.Revision = "unknown"
		}
		revisions[by.Revision] = true
	}
	return fmt.Sprintf("%s: %s %s", d.Name, DeclaredFile, declaredIn(ctx, d.Name, slices.Sorted(maps.Keys(revisions))))
}

// declaredIn asks git whether the declarations of a study are older than the commits that ran its
// trials. The study must be in the repository that contains the working directory.
func declaredIn(ctx context.Context, name string, revisions []string) string {
	git := func(args ...string) (string, bool) {
		out, err := exec.CommandContext(ctx, "git", args...).Output()
		return strings.TrimSpace(string(out)), err == nil
	}
	file, ok := git("ls-files", "--full-name", "--", ":(top,glob)**/"+name+"/"+DeclaredFile)
	if !ok || file == "" || strings.Contains(file, "\n") {
		return "not checked: git knows no such file here"
	}
	if changed, ok := git("status", "--porcelain", "--", ":(top)"+file); !ok || changed != "" {
		return "not checked: it differs from what is committed"
	}
	last, ok := git("log", "-1", "--format=%H", "--", ":(top)"+file)
	if !ok || last == "" {
		return "not checked: it is not committed"
	}
	for _, revision := range revisions {
		if _, ok := git("cat-file", "-e", revision+"^{commit}"); !ok {
			return fmt.Sprintf("not checked: git does not know the commit %q that ran trials", revision)
		}
		if _, ok := git("merge-base", "--is-ancestor", last, revision); !ok {
			return fmt.Sprintf("was changed in commit %.12s, after trials were run by %.12s", last, revision)
		}
	}
	return "is older than the trials"
}
