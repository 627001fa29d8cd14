package pdb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

var small = []int{1, 2, 4, 5}

// built is the small table, and the folder that keeps it.
func built(t *testing.T) (Folder, *Table) {
	t.Helper()
	f := Folder(t.TempDir())
	table, err := f.Open(t.Context(), 4, 4, small, nil)
	if err != nil || table.Unkept != nil {
		t.Fatal(err, table.Unkept)
	}
	return f, table
}

// reopen opens the table again, and reports whether it was built.
func reopen(t *testing.T, f Folder) (table *Table, again bool) {
	t.Helper()
	table, err := f.Open(t.Context(), 4, 4, small, func(*Table, Progress) { again = true })
	if err != nil || table.Unkept != nil {
		t.Fatal(err, table.Unkept)
	}
	return table, again
}

func TestAKeptTableIsOpenedAndNotBuilt(t *testing.T) {
	f, table := built(t)
	same, again := reopen(t, f)
	if again || !slices.Equal(same.bits, table.bits) {
		t.Errorf("built again: %v, or another", again)
	}
	if err := f.Verify(same); err != nil {
		t.Error(err)
	}
	if err := os.Remove(f.Path(same)); err != nil {
		t.Error(err)
	}
	if err := f.Verify(same); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a removed table: %v", err)
	}
}

func TestADamagedFileIsBuiltAgain(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, file string){
		"truncated": func(t *testing.T, file string) {
			if err := os.Truncate(file, headBytes+100); err != nil {
				t.Fatal(err)
			}
		},
		"truncated in its head": func(t *testing.T, file string) {
			if err := os.Truncate(file, 50); err != nil {
				t.Fatal(err)
			}
		},
		"empty":              func(t *testing.T, file string) { write(t, file, nil) },
		"something else":     func(t *testing.T, file string) { write(t, file, make([]byte, 100_000)) },
		"longer":             func(t *testing.T, file string) { write(t, file, append(content(t, file), 0)) },
		"of another version": func(t *testing.T, file string) { change(t, file, strings.Index(headFormat, "1"), '2') },
		"a bit flipped in the head": func(t *testing.T, file string) {
			change(t, file, 3, 'Q')
		},
		"changed": func(t *testing.T, file string) { // as an editor or a bad copy would, with a time of its own
			change(t, file, headBytes+777, 0x55)
		},
		"of other tiles": func(t *testing.T, file string) {
			f := Folder(t.TempDir())
			other, err := f.Open(t.Context(), 4, 4, []int{1, 2, 3, 4}, nil)
			if err != nil {
				t.Fatal(err)
			}
			write(t, file, content(t, f.Path(other)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, table := built(t)
			damage(t, f.Path(table))
			if err := f.Verify(&Table{lattice: table.lattice, tiles: table.tiles}); err == nil {
				t.Error("the damage is not found")
			}
			mended, again := reopen(t, f)
			if !again || !slices.Equal(mended.bits, table.bits) {
				t.Errorf("built again: %v, or another", again)
			}
			if _, again = reopen(t, f); again {
				t.Error("built a third time")
			}
		})
	}
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func change(t *testing.T, file string, at int, to byte) {
	t.Helper()
	data := content(t, file)
	data[at] ^= to
	write(t, file, data)
}

func TestATouchedFileIsSummedUpAndKept(t *testing.T) {
	f, table := built(t)
	if err := os.Chtimes(f.Path(table), time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, again := reopen(t, f); again {
		t.Error("built again")
	}
	h, err := parseHead(content(t, f.Path(table))[:headBytes])
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(f.Path(table)); err != nil || info.ModTime().UnixMicro() != h.time {
		t.Errorf("its time is %v, want %v: %v", info.ModTime(), time.UnixMicro(h.time), err)
	}
}

func TestAFlippedBitIsFoundByVerify(t *testing.T) {
	f, table := built(t)
	info, err := os.Stat(f.Path(table))
	if err != nil {
		t.Fatal(err)
	}
	change(t, f.Path(table), headBytes+500, 4)
	if err := os.Chtimes(f.Path(table), time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if err := f.Verify(table); err == nil || !strings.Contains(err.Error(), "bytes have changed") {
		t.Errorf("verified: %v", err)
	}
}

func TestATableThatCannotBeKeptIsUsed(t *testing.T) {
	f, table := built(t)
	full := func(name string, fill func(io.Writer) error) error { // a disk with room for half of it
		return outfile.Write(name, func(w io.Writer) error {
			return fill(&limited{w, int(table.Bytes() / 2)})
		})
	}
	if err := os.Remove(f.Path(table)); err != nil {
		t.Fatal(err)
	}
	if err := f.keep(table, full); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("kept on a full disk: %v", err)
	}
	if left, err := os.ReadDir(string(f)); err != nil || len(left) > 0 {
		t.Errorf("a full disk keeps %v: %v", left, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, nil)
	for _, dir := range []string{file, filepath.Join(file, "tables")} {
		table, err := Folder(dir).Open(t.Context(), 4, 4, small, nil)
		if err != nil || table.Unkept == nil {
			t.Errorf("in %s: %v, kept: %v", dir, err, table.Unkept)
		}
	}
}

// limited is a writer that takes so many bytes.
type limited struct {
	io.Writer
	left int
}

func (w *limited) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, syscall.ENOSPC
	}
	return w.Writer.Write(p)
}

// builderFolder is set in processes of the test that build a table.
const builderFolder = "PDB_TEST_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(builderFolder); dir != "" {
		tiles := []int{1, 2, 3, 4, 5, 6}
		fmt.Println("begins")
		table, err := Folder(dir).Open(context.Background(), 4, 4, tiles, nil)
		if err == nil {
			err = table.Unkept
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// builder starts a process that builds a table in a folder.
func builder(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), builderFolder+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("begins\n"))); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func TestSeveralProcessesBuildOneTable(t *testing.T) {
	dir := t.TempDir()
	var builders []*exec.Cmd
	for range 3 {
		builders = append(builders, builder(t, dir))
	}
	for _, b := range builders {
		if err := b.Wait(); err != nil {
			t.Error(err)
		}
	}
	table, err := newTable(4, 4, []int{1, 2, 3, 4, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	if err := Folder(dir).Verify(table); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("the folder has %v: %v", left, err)
	}
}

func TestAKilledBuilderLeavesNoTableOrAWholeOne(t *testing.T) {
	dir := t.TempDir()
	for i := range 8 {
		b := builder(t, dir)
		time.Sleep(time.Duration(i) * 20 * time.Millisecond)
		if err := b.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = b.Wait() // it was killed, or was quicker
		table, err := newTable(4, 4, []int{1, 2, 3, 4, 5, 6})
		if err != nil {
			t.Fatal(err)
		}
		if err := Folder(dir).Verify(table); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("killed after %d ms: %v", 20*i, err)
		}
	}
}

func TestABuildThatIsCancelledEnds(t *testing.T) {
	f := Folder(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	table, err := f.Open(ctx, 4, 4, []int{1, 2, 3, 4, 5, 6}, func(_ *Table, p Progress) {
		if p.Level == 5 {
			cancel()
		}
	})
	if table != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled build returns %v, %v", table, err)
	}
}

func FuzzHead(f *testing.F) {
	f.Add(head{table: "4x4:1.2", bytes: 8, time: 5}.text())
	f.Add([]byte("puzzlelab pattern database 1\ntable x"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if h, err := parseHead(text); err == nil && !bytes.Equal(h.text(), text) {
			t.Errorf("%q is read as %+v", text, h)
		}
	})
}
