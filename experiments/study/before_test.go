package study

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDeclarationsAreOlderThanTrialsOrNot(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %q: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	check := func(name, want string, revisions ...string) {
		t.Helper()
		if got := declaredIn(t.Context(), "mine", revisions); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q in it", name, got, want)
		}
	}
	check("no repository", "git knows no such file")
	git("init", "-q")
	file := filepath.Join("studies", "mine", DeclaredFile)
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("README", "1")
	git("add", ".")
	git("commit", "-q", "-m", "before")
	before := git("rev-parse", "HEAD")
	write(file, "claim,question,seen\n")
	check("a file that is not added", "git knows no such file")
	git("add", ".")
	check("a file that is not committed", "differs from what is committed")
	git("commit", "-q", "-m", "declared")
	declared := git("rev-parse", "HEAD")
	write("README", "2")
	git("commit", "-q", "-am", "after")
	after := git("rev-parse", "HEAD")
	check("trials of the commit and of a later one", "is older than the trials", declared, after)
	check("trials of an earlier one as well", "was changed in commit "+declared[:12]+", after trials were run by "+before[:12], after, before)
	check("trials of a commit that is not here", `does not know the commit "unknown"`, after, "unknown")
	t.Chdir("studies")
	check("from a folder below", "is older than the trials", after)
	write(filepath.Join(dir, file), "claim,question,seen\nx,0,\n")
	check("a file that was changed", "differs from what is committed", after)
}
