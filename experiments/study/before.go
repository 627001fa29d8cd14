package study

import (
	"context"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/store"
)

// DeclaredBefore says whether the questions of a preregistered study were declared before its
// trials were run: whether the commits that ran them contain the last change to its file of
// declarations. It returns "" for other studies.
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
// trials. The study must be in the repository of the working folder.
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
