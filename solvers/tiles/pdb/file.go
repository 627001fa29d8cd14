package pdb

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// Variable is the environment variable that names the folder for tables. If its value is "none",
// tables are not stored.
const Variable = "PUZZLELAB_TABLES"

// Folder is the path of a folder that stores tables as files. The Folder [None] stores nothing.
//
// A file consists of a text header and the table's words, least significant byte first. The header
// contains the file's modification time and a checksum. If the file's actual modification time
// differs from the time in the header, because a tool has copied or touched the file, Open computes
// the checksum again. If the result differs from the checksum in the header, Open builds the table
// again.
type Folder string

// None is a Folder that stores no tables.
const None Folder = ""

// DefaultFolder returns the folder named by [Variable]. If the variable is not set, it returns a
// folder in the user's cache folder, or [None] if there is no cache folder.
func DefaultFolder() Folder {
	switch dir := os.Getenv(Variable); dir {
	case "":
	case "none":
		return None
	default:
		return Folder(dir)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return None
	}
	return Folder(filepath.Join(cache, "puzzlelab", "tables"))
}

// Path returns the path of the file in which the folder stores a table.
func (f Folder) Path(t *Table) string {
	return filepath.Join(string(f), "tiles-"+strings.ReplaceAll(t.String(), ":", "-")+".pdb")
}

// Open returns the table for some tiles of a board, which it reads from the table's file. If the
// file is missing or damaged, Open builds and stores the table. If it cannot store the table, it
// still returns the table, and sets the table's field Unkept to the reason.
func (f Folder) Open(ctx context.Context, width, height int, tiles []int, progress func(*Table, Progress)) (*Table, error) {
	t, err := newTable(width, height, tiles)
	if err != nil {
		return nil, err
	}
	if f != None && f.load(t, false) == nil {
		return t, nil
	}
	if t, err = Build(ctx, width, height, tiles, func(p Progress) {
		if progress != nil {
			progress(t, p)
		}
	}); err != nil || f == None {
		return t, err
	}
	t.Unkept = f.keep(t, outfile.Write)
	return t, nil
}

// Verify returns an error if the checksum of a table's file is wrong, or fs.ErrNotExist if there is
// no file.
func (f Folder) Verify(t *Table) error {
	return f.load(t, true)
}

// headBytes is the size of the header. It makes the words begin on a page.
const headBytes = 4096

// head is the content of a file's header.
type head struct {
	table string
	bytes int64
	time  int64 // modification time of the file, in microseconds
	sum   [sha256.Size]byte
}

const headFormat = "puzzlelab pattern database 1\ntable %s\nbytes %d\nsaved %d\nsha256 %x\n"

// text returns the header in the form in which it is written.
func (h head) text() []byte {
	text := fmt.Appendf(nil, headFormat, h.table, h.bytes, h.time, h.sum)
	return append(text, make([]byte, headBytes-len(text))...)
}

// parseHead parses exactly what text writes, and returns an error for anything else.
func parseHead(text []byte) (h head, err error) {
	var sum []byte
	_, err = fmt.Sscanf(string(bytes.TrimRight(text, "\x00")), headFormat, &h.table, &h.bytes, &h.time, &sum)
	copy(h.sum[:], sum)
	if err != nil || len(h.table) > 200 || !bytes.Equal(h.text(), text) {
		return head{}, errors.New("it does not begin like one")
	}
	return h, nil
}

// load fills a table from its file. It verifies the checksum of the words if the file's time
// differs from the header, or if sure is true.
func (f Folder) load(t *Table, sure bool) error {
	name := f.Path(t)
	fail := func(err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return fmt.Errorf("pdb: table %s: %w", name, err)
	}
	file, err := os.Open(name)
	if err != nil {
		return fail(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fail(err)
	}
	text := make([]byte, headBytes)
	if _, err := io.ReadFull(file, text); err != nil {
		return fail(fmt.Errorf("it is cut off: %w", err))
	}
	h, err := parseHead(text)
	switch {
	case err != nil:
		return fail(err)
	case h.table != t.String() || h.bytes != t.Bytes():
		return fail(fmt.Errorf("it is of table %s with %d bytes (want %s with %d)", h.table, h.bytes, t, t.Bytes()))
	case info.Size() != headBytes+h.bytes:
		return fail(fmt.Errorf("it has %d bytes (want %d)", info.Size(), headBytes+h.bytes))
	}
	words, data, err := mapped(file, h.bytes)
	if err != nil {
		return fail(err)
	}
	if touched := info.ModTime().UnixMicro() != h.time; sure || touched {
		if sha256.Sum256(data) != h.sum {
			return fail(errors.New("its bytes have changed since it was built"))
		}
		if touched { // a refusal costs the next one a sum
			_ = os.Chtimes(name, time.Time{}, time.UnixMicro(h.time))
		}
	}
	t.bits = words
	return nil
}

// keep writes a table's file by calling write, which is outfile.Write except in tests.
func (f Folder) keep(t *Table, write func(string, func(io.Writer) error) error) error {
	if err := os.MkdirAll(string(f), 0o777); err != nil {
		return fmt.Errorf("pdb: keep table %v: %w", t, err)
	}
	h := head{table: t.String(), bytes: t.Bytes(), time: time.Now().UnixMicro()}
	sum := sha256.New()
	if err := t.write(sum); err != nil {
		return err
	}
	copy(h.sum[:], sum.Sum(nil))
	err := write(f.Path(t), func(w io.Writer) error {
		if _, err := w.Write(h.text()); err != nil {
			return err
		}
		return t.write(w)
	})
	if err == nil {
		err = os.Chtimes(f.Path(t), time.Time{}, time.UnixMicro(h.time))
	}
	if err != nil {
		return fmt.Errorf("pdb: keep table %v: %w", t, err)
	}
	return nil
}

// write writes the words of the table.
func (t *Table) write(w io.Writer) error {
	const chunk = 1 << 13
	var text [8 * chunk]byte
	for from := 0; from < len(t.bits); from += chunk {
		part := t.bits[from:min(from+chunk, len(t.bits))]
		for i, word := range part {
			binary.LittleEndian.PutUint64(text[8*i:], word)
		}
		if _, err := w.Write(text[:8*len(part)]); err != nil {
			return err
		}
	}
	return nil
}

// read returns the words of a file after its header, and the same data as bytes.
func read(file io.ReaderAt, size int64) (words []uint64, data []byte, err error) {
	data = make([]byte, size)
	if _, err := file.ReadAt(data, headBytes); err != nil {
		return nil, nil, err
	}
	words = make([]uint64, size/8)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return words, data, nil
}
