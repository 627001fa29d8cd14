package install

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestCommandDoesNotDependOnWhatTheUserBuilds gives the go command settings
// that change what it prints and what it builds for, from the environment and
// from what "go env -w" stores.
func TestCommandDoesNotDependOnWhatTheUserBuilds(t *testing.T) {
	needGo(t)
	stored := filepath.Join(t.TempDir(), "env")
	write(t, stored, storedSettings(t)+"GOFLAGS=-json -n -mod=vendor\nGOOS=plan9\nGOARCH=wasm\n")
	for _, tc := range []struct{ name, value string }{
		{"GOFLAGS", "-json -changed -n -v -work -x -mod=vendor"},
		{"GOARCH", "wasm"},
		{"GOENV", stored},
	} {
		t.Run(tc.name+"="+filepath.Base(tc.value), func(t *testing.T) {
			if tc.name == "GOENV" {
				t.Setenv("GOFLAGS", "") // which would hide what is stored
			}
			t.Setenv(tc.name, tc.value)
			spec, err := Command(t.Context(), "", Headless, t.Output())
			if err != nil {
				t.Fatal(err)
			}
			if !isFile(spec.Tools.GoNB) || !isFile(spec.Tools.Goimports) {
				t.Errorf("tools %+v, want programs", spec.Tools)
			}
			flags, want := setting(spec.Env, "GOFLAGS"), "'-ldflags=-s -w'"
			if flagsGiven := tc.name == "GOFLAGS" || tc.name == "GOENV"; flagsGiven && flags != want {
				t.Errorf("cells get GOFLAGS=%s, want %s", flags, want)
			}
			if system, arch := setting(spec.Env, "GOOS"), setting(spec.Env, "GOARCH"); system != runtime.GOOS || arch != runtime.GOARCH {
				t.Errorf("cells are built for %s/%s, want %s/%s", system, arch, runtime.GOOS, runtime.GOARCH)
			}
		})
	}
}

// storedSettings returns what "go env -w" has stored on this machine, such as
// where modules come from.
func storedSettings(t *testing.T) string {
	t.Helper()
	names, err := goEnv(t.Context(), "", "GOENV")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		return "" // nothing is
	}
	var kept strings.Builder
	for line := range strings.Lines(string(data)) {
		key, _, _ := strings.Cut(line, "=")
		if key != "GOFLAGS" && key != "GOOS" && key != "GOARCH" {
			kept.WriteString(strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	return kept.String()
}

func TestCausesOutsideAreToldOnceAndWithAFix(t *testing.T) {
	needGo(t)
	for _, tc := range []struct {
		name string
		env  map[string]string
		fix  string
	}{
		{"temporary folder", map[string]string{"TMPDIR": filepath.Join(t.TempDir(), "gone"), "GOTMPDIR": ""}, "set TMPDIR, "},
		{"home", map[string]string{"HOME": "", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "GOCACHE": "", "GOMODCACHE": "", "GOPATH": "", "GOENV": "off"}, "set HOME"},
		{"flags", map[string]string{"GOFLAGS": "bad"}, "correct GOFLAGS "},
		{"build cache", map[string]string{"GOCACHE": filepath.Join(os.Args[0], "below")}, "set GOCACHE "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for name, value := range tc.env {
				t.Setenv(name, value)
			}
			_, err := Command(t.Context(), "", Headless, nil)
			if err == nil || strings.Count(err.Error(), "kernel:") != 1 {
				t.Fatalf("error %v, want that of one tool", err)
			}
			if fix := Fix(err); !strings.HasPrefix(fix, tc.fix) {
				t.Errorf("%v: fix %q, want %q", err, fix, tc.fix)
			}
		})
	}
	if fix := Fix(errors.New("something else")); fix != "" {
		t.Errorf("an unknown cause has the fix %q", fix)
	}
	if fix := Fix(nil); fix != "" {
		t.Errorf("no error has the fix %q", fix)
	}
}

// setting returns the value of a variable that stands in an environment once.
func setting(env []string, name string) string {
	i := slices.IndexFunc(env, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
	return env[i][len(name)+1:]
}
