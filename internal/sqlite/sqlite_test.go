package sqlite

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write makes a database of a table with n rows, of which each hundredth goes on in
// overflow pages, and an empty table.
func write(t testing.TB, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "test.sqlite")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := NewWriter(f)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(d.Table("numbers", `CREATE TABLE numbers ("a b" INTEGER, r REAL, s TEXT)`))
	for i := range n {
		d.PutInt(number(i))
		d.PutReal(float64(i) / 8)
		if text := text(i); text == "" {
			d.PutNull()
		} else {
			d.PutText(text)
		}
		check(d.EndRow())
	}
	check(d.Table("none", "CREATE TABLE none (x TEXT)"))
	check(d.Close())
	return name
}

func number(i int) int64 {
	return []int64{0, 1, -1, 127, -129, 1 << 20, -1 << 40, math.MaxInt64, math.MinInt64, int64(i)}[i%10]
}

func text(i int) string {
	switch {
	case i%100 == 99:
		return strings.Repeat("long ", 4000+i)
	case i%3 == 0:
		return ""
	}
	return fmt.Sprintf("Größe %d", i)
}

// reader reads what a Writer writes, and nothing else.
type reader struct {
	t     *testing.T
	data  []byte
	pages map[int]bool
}

func (r *reader) page(n int) []byte {
	if r.pages[n] || n < 1 || n*pageSize > len(r.data) {
		r.t.Fatalf("page %d of %d is used twice, or is not there", n, len(r.data)/pageSize)
	}
	r.pages[n] = true
	return r.data[(n-1)*pageSize : n*pageSize]
}

func varint(b []byte) (v uint64, n int) {
	for n = range 9 {
		if n == 8 {
			return v<<8 | uint64(b[n]), 9
		}
		if v = v<<7 | uint64(b[n]&0x7f); b[n] < 0x80 {
			break
		}
	}
	return v, n + 1
}

// rows calls take with the payload of each row of the table whose root is page n.
func (r *reader) rows(n, offset int, take func(row uint64, payload []byte)) {
	b := r.page(n)
	header := b[offset:]
	places := header[8:]
	if header[0] == interiorPage {
		places = header[12:]
	}
	for i := range int(binary.BigEndian.Uint16(header[3:])) {
		cell := b[binary.BigEndian.Uint16(places[2*i:]):]
		if header[0] == interiorPage {
			r.rows(int(binary.BigEndian.Uint32(cell)), 0, take)
			continue
		}
		size, k := varint(cell)
		row, l := varint(cell[k:])
		cell = cell[k+l:]
		local := int(size)
		if local > maxLocal {
			if local = minLocal + (local-minLocal)%(pageSize-4); local > maxLocal {
				local = minLocal
			}
		}
		payload := slices.Clone(cell[:local])
		for next := cell[local:]; len(payload) < int(size); {
			next = r.page(int(binary.BigEndian.Uint32(next)))
			payload = append(payload, next[4:min(pageSize, 4+int(size)-len(payload))]...)
		}
		take(row, payload)
	}
	if header[0] == interiorPage {
		r.rows(int(binary.BigEndian.Uint32(header[8:])), 0, take)
	}
}

// values reads a record: nil, int64, float64 or string.
func values(payload []byte) (list []any) {
	size, at := varint(payload)
	for body := payload[size:]; at < int(size); {
		kind, k := varint(payload[at:])
		at += k
		n := map[uint64]int{1: 1, 2: 2, 4: 4, 6: 8, 7: 8}[kind]
		bits := uint64(0)
		if kind >= 13 {
			n = int(kind-13) / 2
		} else {
			for _, c := range body[:n] {
				bits = bits<<8 | uint64(c)
			}
		}
		switch {
		case kind >= 13:
			list = append(list, string(body[:n]))
		case kind == 0:
			list = append(list, nil)
		case kind == 7:
			list = append(list, math.Float64frombits(bits))
		case kind >= 8:
			list = append(list, int64(kind-8))
		default:
			shift := 64 - 8*n
			list = append(list, int64(bits<<shift)>>shift)
		}
		body = body[n:]
	}
	return list
}

func TestRowsComeBackFromEveryPageOnce(t *testing.T) {
	for _, n := range []int{0, 1, 99, 100, 5_000, 60_000} {
		f, err := os.Open(write(t, n))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		r := &reader{t, data, map[int]bool{}}
		roots := map[any]int{}
		r.rows(1, headerSize, func(_ uint64, payload []byte) {
			entry := values(payload)
			roots[entry[1]] = int(entry[3].(int64))
		})
		i := 0
		r.rows(roots["numbers"], 0, func(row uint64, payload []byte) {
			want := []any{number(i), float64(i) / 8, any(text(i))}
			if want[2] == "" {
				want[2] = nil
			}
			if got := values(payload); !slices.Equal(got, want) || row != uint64(i)+1 {
				t.Fatalf("%d rows: row %d is %.200v (number %d), want %.200v", n, i, got, row, want)
			}
			i++
		})
		r.rows(roots["none"], 0, func(uint64, []byte) { t.Errorf("%d rows: the empty table has a row", n) })
		if i != n || len(r.pages) != len(data)/pageSize {
			t.Errorf("%d rows on %d pages came back, want %d on %d", i, len(r.pages), n, len(data)/pageSize)
		}
	}
}

// TestSQLiteFindsNoFault asks SQLite itself, where its command is installed.
func TestSQLiteFindsNoFault(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		t.Skip("no sqlite3 here")
	}
	name := write(t, 60_000)
	out, err := exec.Command("sqlite3", name, "PRAGMA integrity_check; SELECT count(*), min(\"a b\"), sum(r), max(length(s)) FROM numbers; SELECT count(*) FROM none").CombinedOutput()
	if want := "ok\n60000|-9223372036854775808|224996250.0|319995\n0\n"; err != nil || string(out) != want {
		t.Errorf("%s (%v), want %s", out, err, want)
	}
}

func TestThePageOfLocksIsLeftOut(t *testing.T) {
	for n, want := range map[int]int{1: 2, lockPage - 2: lockPage - 1, lockPage - 1: lockPage + 1} {
		if got := behind(n); got != want {
			t.Errorf("behind page %d is page %d, want %d", n, got, want)
		}
	}
}
