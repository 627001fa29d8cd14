package experiments

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// module makes a module with two packages and makes it the working directory.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	return root
}

var sources = map[string]string{
	"go.mod": "module example.org/m\n", "a/a.go": "package a\n\nvar A = 1\n", "a/more.go": "package a\n",
	"a/a_test.go": "package a\n", "a/notes.txt": "hello\n", "a/sub/sub.go": "package sub\n", "b/b.go": "package b\n", "empty/x.txt": "",
}

func TestCodeHashSeesWhatDefinesResults(t *testing.T) {
	root := module(t, sources)
	hash := func() string {
		t.Helper()
		code, err := CodeHash("a", "b")
		if err != nil || !strings.HasPrefix(code, "source:") || len(code) != len("source:")+16 {
			t.Fatalf("CodeHash = %q, %v", code, err)
		}
		return code
	}
	before := hash()
	for _, c := range []struct {
		file, text string
		counts     bool
	}{
		{"a/a.go", "package a\n\nvar A = 2\n", true},
		{"b/b.go", "package b // changed\n", true},
		{"a/new.go", "package a\n", true},
		{"a/a.go", "package a\r\n\r\nvar A = 1\r\n", false},
		{"a/a_test.go", "package a // changed\n", false},
		{"a/notes.txt", "changed", false},
		{"a/sub/sub.go", "package sub // changed\n", false},
		{"c.go", "package m\n", false},
	} {
		path := filepath.Join(root, filepath.FromSlash(c.file))
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if changed := hash() != before; changed != c.counts {
			t.Errorf("%s as %q: hash changed %v, want %v", c.file, c.text, changed, c.counts)
		}
		if old, ok := sources[c.file]; ok {
			_ = os.WriteFile(path, []byte(old), 0o666)
		} else {
			_ = os.Remove(path)
		}
		if hash() != before {
			t.Fatalf("%s: the hash did not come back with the file", c.file)
		}
	}
	t.Chdir(filepath.Join(root, "a", "sub"))
	if hash() != before {
		t.Error("the hash depends on the working directory inside the module")
	}
	if other, _ := CodeHash("a"); other == before {
		t.Error("the hash does not depend on the folders")
	}
}

func TestCodeHashErrors(t *testing.T) {
	module(t, sources)
	_, err := CodeHash()
	wantError(t, err, "no folders given")
	_, err = CodeHash("a", "empty")
	wantError(t, err, "no Go files in empty")
}

func TestCodeHashWithoutSourcesNamesTheBinary(t *testing.T) {
	module(t, sources)
	code, err := CodeHash("a", "gone")
	if err != nil || !strings.HasPrefix(code, "binary:") && !strings.HasPrefix(code, "commit:") {
		t.Errorf("CodeHash = %q, %v; want the name of the test binary", code, err)
	}
}

func TestBuildInfoNamesTheCode(t *testing.T) {
	setting := func(k, v string) debug.BuildSetting { return debug.BuildSetting{Key: k, Value: v} }
	main := debug.Module{Path: modulePath, Version: "(devel)"}
	for _, c := range []struct {
		name string
		info debug.BuildInfo
		want string
	}{
		{"clean commit", debug.BuildInfo{Main: main, Settings: []debug.BuildSetting{setting("vcs.revision", "abc"), setting("vcs.modified", "false")}}, "commit:abc"},
		{"modified", debug.BuildInfo{Main: main, Settings: []debug.BuildSetting{setting("vcs.revision", "abc"), setting("vcs.modified", "true")}}, ""},
		{"no stamp", debug.BuildInfo{Main: main}, ""},
		{"installed", debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v1.2.3", Sum: "h1:x"}}, "module:v1.2.3"},
		{"dependency", debug.BuildInfo{Deps: []*debug.Module{{Path: "x"}, {Path: modulePath, Version: "v1.2.3", Sum: "h1:x"}}}, "module:v1.2.3"},
		{"replaced", debug.BuildInfo{Deps: []*debug.Module{{Path: modulePath, Version: "v1.2.3", Sum: "h1:x", Replace: &main}}}, ""},
	} {
		if got := codeFromBuild(&c.info); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestModuleRootErrors(t *testing.T) {
	_, err := ModuleRoot(t.TempDir())
	wantError(t, err, "no go.mod in", "or above it")
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v is not os.ErrNotExist", err)
	}
}

func BenchmarkCodeHash(b *testing.B) {
	for b.Loop() {
		if _, err := CodeHash("experiments", "solvers/search", "solvers/handsoftime"); err != nil {
			b.Fatal(err)
		}
	}
}
