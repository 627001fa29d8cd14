package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestAFailedWriteLeavesTheOldFileAlone(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := Write(name, func(w io.Writer) error {
		_, _ = io.WriteString(w, "new")
		return broken
	})
	if !errors.Is(err, broken) || Is(err) {
		t.Errorf("error %v, want the one of the function as it is", err)
	}
	checkFile(t, name, "old", 0o640)
	checkAlone(t, dir)
}

func TestANewFileReplacesTheOldOneAndKeepsItsMode(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		checkFile(t, name, "old", 0o640) // until the function is done
		return err
	}); err != nil {
		t.Fatal(err)
	}
	checkFile(t, name, "new", 0o640)
	checkAlone(t, dir)
}

func TestBytesAreWrittenIntoAFolderThatIsMade(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a", "b", "file")
	if err := WriteBytes(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); string(got) != "new" || err != nil {
		t.Errorf("the file holds %q, %v", got, err)
	}
	checkAlone(t, filepath.Dir(name))
}

func TestWhatCannotBeWrittenIsFoundBeforeAnyWork(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(file, "below")
	for _, tc := range []struct {
		name string
		err  error
		want string // "" for no error
	}{
		{"a file that is there", Check(file), ""},
		{"a new file", Check(filepath.Join(dir, "new")), ""},
		{"a folder", Check(dir), "write " + dir + ": is a folder"},
		{"no folder", Check(filepath.Join(dir, "none", "x")), "write " + filepath.Join(dir, "none", "x") + ": no such file or directory"},
		{"a folder that is there", CheckFolder(dir), ""},
		{"below a file", CheckFolder(below), "write " + below + ": not a directory"},
	} {
		if tc.want == "" && tc.err != nil || tc.want != "" && (!Is(tc.err) || runtime.GOOS != "windows" && tc.err.Error() != tc.want) {
			t.Errorf("%s: error %v, want %q", tc.name, tc.err, tc.want)
		}
	}
	checkAlone(t, dir)
}

func checkFile(t *testing.T, name, want string, mode os.FileMode) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("the file holds %q, %v, want %q", got, err, want)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode {
		t.Errorf("the file has mode %v, %v, want %v", info.Mode(), err, mode)
	}
}

func checkAlone(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v, want the file alone", entries, err)
	}
}

func TestAFolderIsUnchangedUntilItsFilesOrWhatMadeThemChange(t *testing.T) {
	dir := t.TempDir()
	record, file := filepath.Join(dir, "made", "a.json"), filepath.Join(dir, "a", "x")
	check := func(what, from string, want bool) {
		t.Helper()
		if got := Unchanged(record, filepath.Dir(file), from); got != want {
			t.Errorf("%s: unchanged %v, want %v", what, got, want)
		}
	}
	check("without a record", "1", false)
	if err := WriteBytes(file, []byte("x")); err != nil {
		t.Fatal(err)
	}
	Remember(record, "", map[string][]byte{"x": []byte("x")})
	check("made from what is not known", "", false)
	Remember(record, "1", map[string][]byte{"x": []byte("x")})
	check("as it was made", "1", true)
	check("made from something else", "2", false)
	if err := WriteBytes(file, []byte("y")); err != nil {
		t.Fatal(err)
	}
	check("with another file", "1", false)
}
